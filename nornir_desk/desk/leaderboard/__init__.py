"""The 🏆 Leaderboard tab and its panes."""
