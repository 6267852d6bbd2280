/** `/levels xp give`: where all but `/rank` and `/leaderboard` are after a slash. */
export const slashRoot = { name: 'levels', description: 'Shows and manages levels and XP' }
