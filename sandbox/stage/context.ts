import { createContext, use, useSyncExternalStore } from 'react'
import type { StageWorld } from './client/control.ts'
import type { StageInteractions } from './client/interactions.ts'
import type { LiveState, LiveChannel, LiveGuild } from './client/model.ts'
import type { Address } from './client/address.ts'
import type { StageSession } from './client/session.ts'
import type { Store } from './client/store.ts'

/** What every part of the page receives. */
interface StageView {
  world: StageWorld
  session: StageSession
  live: LiveState
  /** The server on screen; undefined among direct messages. */
  guild: LiveGuild | undefined
  channel: LiveChannel | undefined
  place: Address
  /** Unix ms, a few seconds old at most: timeouts end without an event. */
  now: number
  go(change: Address): void
  /** Shows an error to the user. */
  say(sentence: string): void
}

const StageContext = createContext<StageView | undefined>(undefined)

export const StageProvider = StageContext.Provider

export function useStage(): StageView {
  const view = use(StageContext)
  if (!view) throw new Error('useStage must be used within a StageProvider')
  return view
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
export const useInteractions = (): StageInteractions => useStore(useStage().session.interactions.state)
