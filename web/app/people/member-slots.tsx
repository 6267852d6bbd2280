import { useQueries } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ShownMember } from '#kernel/members/contract.ts'
import { ApiError } from '../api.ts'
import { isKnown, useWaited } from '../is-known.ts'
import { useModules } from '../modules.ts'
import { useMaySee, useOwnAccessQuery } from '../sidebar/closed-entries.ts'
import type { Query } from '../slots.tsx'

/** What a feature adds to the page of one person: the default export of `web/features/<feature>/member-slots.ts`. */
export interface MemberSlots {
  cards?: readonly MemberCardSlot[]
  /** Below somebody's roles: what is to be said of them. */
  roles?: Part<RolesHeld> & { query(guildId: string): Query<unknown> }
}

/** What is shown to those who may see the feature, while it is on. */
interface Part<P> {
  feature: string
  part: ComponentType<P>
}

/** A card on the page of one person. */
export interface MemberCardSlot extends Part<PersonShown> {
  /** The wide column, or the one at its right. */
  column: 'main' | 'side'
  /** Its place where there is one column, counted from 1, and so within its own. */
  place: number
  /** Whether it is the first of its column where there are two. */
  leads?: true
  /** What it shows: asked before the page is drawn, so that nothing moves. */
  query(shown: PersonShown): Query<unknown>
}

/** Whose page it is. */
export interface PersonShown {
  guildId: string
  userId: string
  /** What they are called there. */
  name: string
}

/** What is to be said of somebody's roles. */
export type RoleNote = NonNullable<MemberSlots['roles']>

interface RolesHeld {
  guildId: string
  roles: ShownMember['roles']
}

// Apart from what features add to other pages: those need none of it.
const files = import.meta.glob<MemberSlots>('../../features/*/member-slots.ts', { eager: true, import: 'default' })
const slots = Object.values(files)
const allCards = slots.flatMap(({ cards }) => cards ?? []).toSorted((left, right) => left.place - right.place)
const roleNotes = slots.flatMap(({ roles }) => roles ?? [])

const refusal = 403

/**
 * The cards of somebody's page: of features that are on, for those who may see them. A card whose endpoint asks for more
 * than seeing its feature is withheld from those it refuses.
 * @returns them by their place, what is said of roles, what features are called whose cards the user may not see, why it is not known which there are, and whether all is there to be drawn
 */
export function useMemberCards(shown: PersonShown, state: ShownMember['state']) {
  const { guildId, userId } = shown
  const access = useOwnAccessQuery(guildId)
  const own = access.data
  const maySee = useMaySee(guildId)
  const modules = useModules(guildId)
  const isOpen = (feature: string) => maySee(feature) || own?.open.includes(feature) === true
  const isOn = (feature: string) => modules.data?.modules.find(({ name }) => name === feature)?.enabled === true
  const on = allCards.filter(({ feature }) => isOn(feature))
  const asked = own ? on.filter(({ feature }) => isOpen(feature)) : []
  const isNoted = state === 'here' && own !== undefined
  const notes = isNoted ? roleNotes.filter(({ feature }) => isOn(feature) && maySee(feature)) : []
  const { isThere, refused } = useQueries({
    queries: [...asked.map(({ query }) => query(shown)), ...notes.map(({ query }) => query(guildId))],
    combine: results => ({
      isThere: results.every(isKnown),
      refused: results.map(
        ({ failureReason }) => failureReason instanceof ApiError && failureReason.status === refusal,
      ),
    }),
  })
  const cards = asked.filter((_, place) => !refused[place])
  const failure =
    (own === undefined ? access.failureReason : null) ?? (modules.data === undefined ? modules.failureReason : null)
  const isWaitedFor = useWaited(isThere, `${guildId} ${userId}`)
  const isReady = failure !== null || (own !== undefined && modules.data !== undefined && isWaitedFor)
  const closed = new Set(on.filter(card => own && !cards.includes(card)).map(({ feature }) => feature))
  const withheld = modules.data?.modules.flatMap(({ name, title }) => (closed.has(name) ? [title] : [])) ?? []
  const onRetry = () => Promise.all([access, modules].filter(({ data }) => !data).map(({ refetch }) => refetch()))
  return { cards, notes, withheld, failure, onRetry, isReady }
}
