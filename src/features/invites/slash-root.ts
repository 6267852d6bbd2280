/** `/invites inviter`: where the commands about invites are after a slash. */
export const slashRoot = { name: 'invites', description: 'Shows who invited whom, and manages what that brings' }
