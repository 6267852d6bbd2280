/** What a setting, a row or a page names, and Discord has no more, is called, wherever people read it. */
export const gone = { channel: 'a deleted channel', category: 'a deleted category', role: 'a deleted role' } as const
