import { z } from 'zod'
import { optional, refusal, snowflake } from '../form.ts'

/** Source: Discord's documentation, "Allowed Mentions Object". */
export const allowedMentions = z
  .object({
    parse: optional(z.array(z.enum(['users', 'roles', 'everyone']))),
    users: optional(z.array(snowflake).max(100)),
    roles: optional(z.array(snowflake).max(100)),
    replied_user: optional(z.boolean()),
  })
  .superRefine((value, context) => {
    for (const kind of ['users', 'roles'] as const) {
      if (!value.parse?.includes(kind) || !value[kind]?.length) continue
      const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`
      context.addIssue({
        code: 'custom',
        path: [kind],
        ...refusal('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message),
      })
    }
  })

export type AllowedMentions = z.output<typeof allowedMentions>

/** Without `allowed_mentions` a message pings all it names; interactions and webhooks ping users only. */
export const pingAll: AllowedMentions = { parse: ['users', 'roles', 'everyone'], replied_user: true }
export const pingUsers: AllowedMentions = { parse: ['users'], replied_user: true }

interface Mentions {
  userIds: string[]
  roleIds: string[]
  everyone: boolean
}

/**
 * The users and roles that a text mentions, in order of appearance. Code is not searched; a backslash does not escape a
 * mention. Finding is linear in the length of the text.
 */
export function namedIn(content: string): Mentions {
  const prose = content.replaceAll(/```[^]*?```|``[^]*?``|`[^`]*`/g, ' ')
  const found: Mentions = { userIds: [], roleIds: [], everyone: /@(?:everyone|here)\b/.test(prose) }
  for (const [, kind, id = ''] of prose.matchAll(/<@(!|&)?(\d{1,20})>/g)) {
    const list = kind === '&' ? found.roleIds : found.userIds
    if (!list.includes(id)) list.push(id)
  }
  return found
}

/** The mentions in a text that `allowed_mentions` lets it ping. */
export function allowed(named: Mentions, rule: AllowedMentions): Mentions {
  const keeps = (kind: 'users' | 'roles', id: string) =>
    (rule.parse?.includes(kind) ?? false) || (rule[kind]?.includes(id) ?? false)
  return {
    userIds: named.userIds.filter(id => keeps('users', id)),
    roleIds: named.roleIds.filter(id => keeps('roles', id)),
    everyone: named.everyone && (rule.parse?.includes('everyone') ?? false),
  }
}
