/**
 * What people read in place of a name when something that a setting, a row or a page refers to no longer exists in
 * Discord.
 */
export const gone = { channel: 'a deleted channel', category: 'a deleted category', role: 'a deleted role' } as const

/** The same for another server's channels and roles: deleted there, or only not visible there to the reader. */
export const unknown = { channel: 'an unknown channel', role: 'an unknown role' } as const
