/** The slash root of every command but `/rank` and `/leaderboard`, as in `/levels xp give`. */
export const slashRoot = { name: 'levels', description: 'Shows and manages levels and XP' }
