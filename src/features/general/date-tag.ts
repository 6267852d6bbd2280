import { timeTag } from '#kit/template.ts'
/** A time (Unix ms) as a Discord timestamp, shown in each reader's time zone: the date, and how long ago. */
export const dateTag = (ms: number): string => `${timeTag(ms, 'D')} (${timeTag(ms, 'R')})`
