"""Reading and writing orders and positions, the case library, running cases, and the command."""
