import type { GuildMember } from 'discord.js'
import type { Person } from '#contract'
import { gone } from '#kit/deleted/template.ts'
import { lazy } from '#kit/lazy.ts'
import { namedMentions } from '#kit/mentions/template.ts'
import { peopleOf } from '#kit/people.ts'
import { channelName } from '#kernel/rights/channel-rights.ts'
import type { Context, Parts } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import { accessOf, standingIn } from '../rights/access-level.ts'
import { listAlarms, undoAlarm } from './alarms.ts'
import { confirmRequest, mayConfirm, rejectRequest, sentencesShape, waitingRequests } from './requests.ts'

type Routes = NonNullable<Parts<typeof antinuke>['routes']>
type Names = 'alarms' | 'undo' | 'requests' | 'confirm' | 'reject'

const day = lazy(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }))

/** The most people whom a page's sentences name; those in older sentences are called by their id. */
const mostNamed = 100

/** The people who did something, and those whom its sentences mention: newest first. */
const peopleIn = (rows: readonly { userId: string | null; sentences: unknown }[]): string[] => {
  const mentioned = rows.flatMap(({ sentences }) =>
    sentencesShape.parse(sentences).flatMap(text => [...text.matchAll(/<@(\d{17,20})>/g)].map(([, id = '']) => id)),
  )
  return [...rows.flatMap(({ userId }) => userId ?? []), ...new Set(mentioned.slice(0, mostNamed))]
}

/** Turns Discord's mentions and times in sentences into names and dates, for a page. */
function named(
  { guild, member }: Pick<Context<typeof antinuke>, 'guild'> & { member: GuildMember },
  person: (id: string) => Person,
) {
  const user = (id: string) => `@${person(id).name ?? id}`
  const role = (id: string) => {
    const found = guild.roles.cache.get(id)
    return found ? `@${found.name}` : gone.role
  }
  const channel = (id: string) => {
    const found = guild.channels.cache.get(id)
    return found ? `#${channelName(found, member)}` : gone.channel
  }
  return (sentence: string) =>
    namedMentions(
      sentence.replaceAll(/<t:(\d+):D>/g, (_, seconds: string) => day().format(Number(seconds) * 1000)),
      { user, role, channel },
    )
}

const idOf = ({ params }: { params: Record<string, string> }) => Number(params['id'])

export const routes: Pick<Routes, Names> = {
  async alarms(ctx) {
    const rows = listAlarms(ctx, ctx.guild.id)
    const person = await peopleOf(ctx.client, peopleIn(rows))
    return {
      alarms: rows.map(({ id, at, userId, sentences, revision, undone }) => ({
        id,
        at,
        by: userId === null ? null : person(userId),
        sentences: sentencesShape.parse(sentences).map(named(ctx, person)),
        revision,
        undone,
      })),
    }
  },
  async undo(ctx) {
    await undoAlarm(ctx, idOf(ctx), ctx.user.id)
    return {}
  },
  async requests(ctx) {
    const rows = waitingRequests(ctx, ctx.guild.id)
    const person = await peopleOf(ctx.client, peopleIn(rows))
    const { canManage } = accessOf(standingIn(ctx, ctx.member))
    return {
      requests: rows.map(row => ({
        id: row.id,
        at: row.at,
        expiresAt: row.expiresAt,
        by: person(row.userId),
        sentences: sentencesShape.parse(row.sentences).map(named(ctx, person)),
        mayConfirm: canManage && mayConfirm(row, ctx.user.id),
      })),
    }
  },
  async confirm(ctx) {
    await confirmRequest(ctx, idOf(ctx), ctx.user.id)
    return {}
  },
  reject(ctx) {
    rejectRequest(ctx, idOf(ctx), ctx.user.id)
    return {}
  },
}
