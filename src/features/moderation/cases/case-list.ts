import type { APIEmbed } from 'discord.js'
import { z } from 'zod'
import { colours } from '#kit/notices.ts'
import { inert, safeEcho, timeTag } from '#kit/template.ts'
import { pageButtons } from '#kit/paging.ts'
import { formatCount } from '#kit/numbers.ts'
import type { CaseRow } from '../contract.ts'
import { kindLabel } from '../template.ts'

export const casesOnAPage = 8

/** The data in the buttons of a list. */
export const pageData = z.object({
  target: z.string(),
  list: z.enum(['history', 'warnings']),
  page: z.coerce.number(),
})
export type ListPage = z.output<typeof pageData>

/** Why a warning no longer counts, in words. */
const endings: Record<NonNullable<CaseRow['ended']>, string> = {
  cleared: 'cleared',
  used: 'used up',
  expired: 'expired',
}

function caseLine({ number, kind, createdAt, moderator, reason, detail, ended, voided }: CaseRow): string {
  const state = voided ? 'void' : ended && endings[ended]
  const head = `**#${number}** ${kindLabel(kind)} · ${timeTag(createdAt, 'd')}`
  const by = ` by ${moderator ? inert(moderator.name) : 'an unknown person'}`
  const done = detail !== null && kind === 'move' ? detail : detail && safeEcho(detail)
  const text = [done, reason && safeEcho(reason)].filter(Boolean).join(' · ')
  return `${head}${by}${state ? ` · *${state}*` : ''}\n${text === '' ? 'No reason given' : text}`
}

/** Returns a page of somebody's cases, with buttons if there are more. */
export function caseList(
  view: ListPage & {
    idOf(page: number): string
    name: string
    rows: readonly CaseRow[]
    total: number
    note?: string | undefined
  },
): { embeds: APIEmbed[]; components: ReturnType<typeof pageButtons>[] } {
  const { list, name, rows, total, note, page, idOf } = view
  const pages = Math.max(1, Math.ceil(total / casesOnAPage))
  const what = list === 'warnings' ? 'warnings' : 'cases'
  const footer = [note, pages > 1 ? `Page ${page + 1} of ${pages}` : ''].filter(Boolean).join(' · ')
  const embed: APIEmbed = {
    color: colours.brand,
    title: `${formatCount(total, what.slice(0, -1))} of ${inert(name)}`,
    description: rows.length === 0 ? `No ${what} here.` : rows.map(caseLine).join('\n\n'),
    ...(footer !== '' && { footer: { text: footer } }),
  }
  return { embeds: [embed], components: pages > 1 ? [pageButtons(page, pages, idOf)] : [] }
}
