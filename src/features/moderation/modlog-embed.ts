import type { APIEmbed } from 'discord.js'
import { inert } from '#kernel/template.ts'
import type { Case } from './cases.ts'
import { caseKinds } from './contract.ts'
import { caseColours } from './wording.ts'

/** Discord's mark for a moment (Unix ms) in the reader's own time: 'in 2 hours'. */
export const relative = (ms: number): string => `<t:${Math.floor(ms / 1000)}:R>`

export const kindLabel = (kind: Case['kind']): string => caseKinds.find(({ value }) => value === kind)?.label ?? kind

const named = (name: string | null, id: string) => `${inert(name ?? 'somebody')} [${id}]`

/** A case as the moderation log shows it. */
export function modlogEmbed(
  entry: Case,
  pictures: { target?: string | undefined; moderator?: string | undefined } = {},
): APIEmbed {
  const field = (name: string, value: string | null) => (value === null ? [] : [{ name, value: value.slice(0, 1024) }])
  return {
    color: caseColours[entry.kind],
    author: { name: `Moderation - ${kindLabel(entry.kind)}` },
    title: `Case #${entry.number}`,
    ...(pictures.target && { thumbnail: { url: pictures.target } }),
    fields: [
      ...field('Member', entry.targetId && named(entry.targetName, entry.targetId)),
      ...field('Channel', entry.channelId && `<#${entry.channelId}> #${inert(entry.channelName ?? '')}`),
      ...field('Done', entry.detail && inert(entry.detail)),
      ...field('Reason', entry.reason === null ? 'No reason given' : inert(entry.reason)),
      ...field('Expires', entry.expiresAt === null ? null : relative(entry.expiresAt)),
    ],
    ...(entry.moderatorId && {
      footer: {
        text: `${inert(entry.moderatorName ?? 'somebody')} [${entry.moderatorId}]`,
        ...(pictures.moderator && { icon_url: pictures.moderator }),
      },
    }),
    timestamp: new Date(entry.createdAt).toISOString(),
  }
}
