/** A moment (Unix ms) as Discord shows it in everybody's own time zone: the day, and how long ago. */
export const dateTag = (ms: number): string => `<t:${Math.floor(ms / 1000)}:D> (<t:${Math.floor(ms / 1000)}:R>)`
