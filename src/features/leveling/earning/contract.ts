import { z } from 'zod'

/** For how many days, including today, the activity of each member is kept. */
export const activityDays = 30

export const activityDay = z.object({
  /** When the day began (UTC), Unix ms. */
  at: z.number(),
  /** Null for a day on which the server did not count, including days before it first did. */
  done: z
    .object({
      /** XP earned by messages, without XP that was given, taken or imported. */
      xp: z.number(),
      messages: z.number(),
      voiceSeconds: z.number(),
    })
    .nullable(),
})
export type ActivityDay = z.output<typeof activityDay>
