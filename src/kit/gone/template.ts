/** What a setting, a row or a page names, and Discord has no more, is called, wherever people read it. */
export const gone = { channel: 'a deleted channel', category: 'a deleted category', role: 'a deleted role' } as const

/** The same of what another server names: it may be deleted there, or only not be seen there by whoever asks. */
export const unknown = { channel: 'an unknown channel', role: 'an unknown role' } as const
