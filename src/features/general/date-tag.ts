/** A time (Unix ms) as a Discord timestamp, shown in each reader's time zone: the date, and how long ago. */
export const dateTag = (ms: number): string => `<t:${Math.floor(ms / 1000)}:D> (<t:${Math.floor(ms / 1000)}:R>)`
