/** Where commands about me and about the server are after a slash: `/bot uptime`, `/info user`. */
export const bot = { name: 'bot', description: 'Shows what there is to know about me' }
export const info = { name: 'info', description: 'Shows what there is to know about the server and its members' }
