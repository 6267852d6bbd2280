import type { Contract, Settings } from '#contract'
import type { SetupQuestion, SetupAnswers } from '../setup/contract.ts'
import type { Patch } from '../settings/settings.ts'

export type { CommunityKind } from '../setup/contract.ts'

/** The changes to a feature's settings that follow from the answers in the setup, by question. */
type SetupPart<C extends Contract = Contract> = { [Q in SetupQuestion]?: Patch<C> } & {
  /** Why a setting changes, when that is not obvious. */
  why?: { [K in keyof Settings<C>]?: string }
  /** Settings that people might expect to change here, but that stay as they are. */
  stays?: readonly (keyof Settings<C> & string)[]
}

/**
 * Derives the changes from the answers: `({ logChannel }) => ({ log: { modlogChannel: logChannel } })`. Undefined
 * values leave a setting as it is.
 */
export type Setup<C extends Contract = Contract> = (answers: SetupAnswers, own: Settings<C>) => SetupPart<C>

/** A part of a feature. */
export interface SetsUp<C extends Contract> {
  /** What the answers in the setup change here. The change is checked as if it had been made on the feature's page. */
  setup?: Setup<C>
}
