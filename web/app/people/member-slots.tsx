import { useQueries } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ShownMember } from '#kernel/members/contract.ts'
import { isKnown, useWaited } from '../is-known.ts'
import { useModules } from '../modules.ts'
import { useMaySee, useOwnAccess } from '../sidebar/closed-entries.ts'
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
  /** What it shows: asked before the page is drawn, so that nothing moves. */
  query(shown: PersonShown): Query<unknown>
}

/** Whose page it is. */
export interface PersonShown {
  guildId: string
  userId: string
}

interface RolesHeld {
  guildId: string
  roles: ShownMember['roles']
}

// Apart from what features add to other pages: those need none of it.
const files = import.meta.glob<MemberSlots>('../../features/*/member-slots.ts', { eager: true, import: 'default' })
const slots = Object.values(files)
const allCards = slots.flatMap(({ cards }) => cards ?? []).toSorted((left, right) => left.place - right.place)
const roleNotes = slots.flatMap(({ roles }) => roles ?? [])

/**
 * The cards of somebody's page: of features that are on, for those who may see them.
 * @returns them by their place, what features are called whose cards the user may not see, and whether all is there to be drawn
 */
export function useMemberCards(shown: PersonShown): { cards: MemberCardSlot[]; withheld: string[]; isReady: boolean } {
  const { guildId, userId } = shown
  const own = useOwnAccess(guildId)
  const maySee = useMaySee(guildId)
  const modules = useModules(guildId)
  const isOpen = (feature: string) => maySee(feature) || own?.open.includes(feature) === true
  const isOn = (feature: string) => modules.data?.modules.find(({ name }) => name === feature)?.enabled === true
  const on = allCards.filter(({ feature }) => isOn(feature))
  const cards = own ? on.filter(({ feature }) => isOpen(feature)) : []
  const notes = own ? roleNotes.filter(({ feature }) => isOn(feature) && maySee(feature)) : []
  const isThere = useQueries({
    queries: [...cards.map(({ query }) => query(shown)), ...notes.map(({ query }) => query(guildId))],
    combine: results => results.every(isKnown),
  })
  const isReady = useWaited(isKnown(modules) && own !== undefined && isThere, `${guildId} ${userId}`)
  const closed = new Set(on.filter(({ feature }) => own && !isOpen(feature)).map(({ feature }) => feature))
  const withheld = modules.data?.modules.flatMap(({ name, title }) => (closed.has(name) ? [title] : [])) ?? []
  return { cards, withheld, isReady }
}

/** What features say of somebody's roles. */
export function RoleNotes(props: RolesHeld) {
  const maySee = useMaySee(props.guildId)
  return roleNotes.map(({ feature, part: Note }) => maySee(feature) && <Note key={feature} {...props} />)
}
