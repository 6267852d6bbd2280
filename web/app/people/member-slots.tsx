import { useQueries } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
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
  acts?: MemberActsSlot
}

/** What can be done to somebody, offered to whoever may do it, while the feature is on. */
export interface MemberActsSlot extends Part<ActAsked> {
  /** What the viewer may do, the likeliest first, and what stands in the way of it. */
  query(shown: PersonShown): Query<{ acts: readonly { act: string; why: string | null }[] }>
  look(act: string): ActLook
}

interface ActLook {
  label: string
  icon: LucideIcon
  danger?: boolean
}

/** The question before an act: asks for what it needs, and does it. */
interface ActAsked {
  person: PersonShown
  act: string
  onClose: () => void
  /** Once it is done, with what there is to say of it; resolves when the page shows it. */
  onDone: (told: readonly string[]) => Promise<void>
}

/** Something that may be done to somebody now, or says why it cannot. */
export interface OfferedAct extends ActLook {
  act: string
  why: string | undefined
  part: MemberActsSlot['part']
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
const allActs = slots.flatMap(({ acts }) => acts ?? [])
const roleNotes = slots.flatMap(({ roles }) => roles ?? [])

const refusal = 403

/** What the viewer may do to somebody. @returns also whether that is known, and why it is not */
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
    isThere: modules.data !== undefined && results.every(isKnown),
    failure: unread[0]?.failureReason ?? null,
    onRetry: () => Promise.all(unread.map(({ refetch }) => refetch())),
  }
}

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
