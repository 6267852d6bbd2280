import { z } from 'zod'
import { timestampField } from '../fields.ts'
import { optional, snowflake, text, whole } from '../form.ts'

/** Null and an empty string remove the nickname. */
export const nick = text(32).nullish()

/** What may be changed about another member. Source: Discord's documentation, "Modify Guild Member". */
export const memberForm = z.object({
  nick,
  roles: optional(z.array(snowflake).max(350)),
  mute: optional(z.boolean()),
  deaf: optional(z.boolean()),
  /** Null disconnects. */
  channel_id: snowflake.nullish(),
  communication_disabled_until: timestampField.optional(),
  flags: optional(whole(0, 2 ** 31 - 1)),
})

export type MemberEdit = z.output<typeof memberForm>
