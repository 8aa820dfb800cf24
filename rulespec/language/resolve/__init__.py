"""From trees to typed rules: names found, types checked, sugar removed."""
