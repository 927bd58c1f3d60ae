"""Long runs: processes side by side, and files from which a run goes on."""
