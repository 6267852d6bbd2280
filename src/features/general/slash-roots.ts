/** The slash roots of commands about the bot and about the server: `/bot uptime`, `/info user`. */
export const bot = { name: 'bot', description: 'Shows information about me' }
export const info = { name: 'info', description: 'Shows information about the server and its members' }
