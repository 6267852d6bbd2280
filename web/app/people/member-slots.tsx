import { useQueries } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ShownMember } from '#kernel/members/contract.ts'
import { ApiError } from '../api.ts'
import { hasDataOrError, useReadyOrTimedOut } from '../page-ready.ts'
import { useModules } from '../modules.ts'
import { useMaySee, useOwnAccessQuery } from '../own-access.ts'
import type { Query } from '../slots.tsx'

/** What a feature adds to the page of one person: the default export of `web/features/<feature>/member-slots.ts`. */
export interface MemberSlots {
  cards?: readonly MemberCardSlot[]
  /** A note below somebody's roles. */
  roles?: Part<RolesHeld> & { query(guildId: string): Query<unknown> }
  acts?: MemberActsSlot
}

/** Acts on a member, offered to people who may do them while the feature is on. */
export interface MemberActsSlot extends Part<ActAsked> {
  /** The acts the viewer may do, the likeliest first, each with what prevents it. */
  query(shown: PersonShown): Query<{ acts: readonly { act: string; why: string | null }[] }>
  look(act: string): ActLook
}

interface ActLook {
  label: string
  icon: LucideIcon
  danger?: boolean
}

/** The dialog before an act: asks for what it needs, and performs it. */
interface ActAsked {
  person: PersonShown
  act: string
  onClose: () => void
  /** Called once it is done, with the notes to show; resolves when the page shows the result. */
  onDone: (told: readonly string[]) => Promise<void>
}

/** An act that can be done now, or says why not. */
export interface OfferedAct extends ActLook {
  act: string
  why: string | undefined
  part: MemberActsSlot['part']
}

/** A part shown to people who may see the feature, while the feature is on. */
interface Part<P> {
  feature: string
  part: ComponentType<P>
}

/** A card on the page of one person. */
export interface MemberCardSlot extends Part<PersonShown> {
  /** The wide column, or the one at its right. */
  column: 'main' | 'side'
  /** Its position on screens with one column, counted from 1; with two, it orders the cards of each column. */
  place: number
  /** Whether it comes first in its column on screens with two columns. */
  leads?: true
  /** Its data, requested before the page is shown so that nothing moves. */
  query(shown: PersonShown): Query<unknown>
}

/** Whose page it is. */
export interface PersonShown {
  guildId: string
  userId: string
  /** What they are called there. */
  name: string
}

/** A note about somebody's roles. */
export type RoleNote = NonNullable<MemberSlots['roles']>

interface RolesHeld {
  guildId: string
  roles: ShownMember['roles']
}

// Separate from what features add to other pages, which need none of it.
const files = import.meta.glob<MemberSlots>('../../features/*/member-slots.ts', { eager: true, import: 'default' })
const slots = Object.values(files)
const allCards = slots.flatMap(({ cards }) => cards ?? []).toSorted((left, right) => left.place - right.place)
const allActs = slots.flatMap(({ acts }) => acts ?? [])
const roleNotes = slots.flatMap(({ roles }) => roles ?? [])

const refusal = 403

/** What the viewer may do to somebody. @returns also whether that is known and, if not, why */
export function useMemberActs(shown: PersonShown) {
  const modules = useModules(shown.guildId)
  const isOn = (feature: string) => modules.data?.modules.find(({ name }) => name === feature)?.enabled === true
  const asked = allActs.filter(({ feature }) => isOn(feature))
  const results = useQueries({ queries: asked.map(({ query }) => query(shown)) })
  const acts = results.flatMap(({ data }, place): OfferedAct[] => {
    const slot = asked[place]
    if (!slot || !data) return []
    return data.acts.map(({ act, why }) => ({ ...slot.look(act), act, why: why ?? undefined, part: slot.part }))
  })
  const unread = results.filter(({ data, failureReason }) => data === undefined && failureReason !== null)
  return {
    acts,
    isThere: modules.data !== undefined && results.every(hasDataOrError),
    failure: unread[0]?.failureReason ?? null,
    onRetry: () => Promise.all(unread.map(({ refetch }) => refetch())),
  }
}

/**
 * The cards of a member's page: from features that are on, for viewers who may see them. A card whose endpoint requires
 * more than seeing its feature is left out for those it refuses.
 * @returns the cards by position, the notes about roles, the titles of features whose cards the viewer may not see, why
 * the list is not known, and whether everything has loaded
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
      isThere: results.every(hasDataOrError),
      refused: results.map(
        ({ failureReason }) => failureReason instanceof ApiError && failureReason.status === refusal,
      ),
    }),
  })
  const cards = asked.filter((_, place) => !refused[place])
  const failure =
    (own === undefined ? access.failureReason : null) ?? (modules.data === undefined ? modules.failureReason : null)
  const isWaitedFor = useReadyOrTimedOut(isThere, `${guildId} ${userId}`)
  const isReady = failure !== null || (own !== undefined && modules.data !== undefined && isWaitedFor)
  const closed = new Set(on.filter(card => own && !cards.includes(card)).map(({ feature }) => feature))
  const withheld = modules.data?.modules.flatMap(({ name, title }) => (closed.has(name) ? [title] : [])) ?? []
  const onRetry = () => Promise.all([access, modules].filter(({ data }) => !data).map(({ refetch }) => refetch()))
  return { cards, notes, withheld, failure, onRetry, isReady }
}
