import type { Contract, Settings } from '#contract'
import type { SetupQuestion, SetupAnswers } from '../setup/contract.ts'
import type { Patch } from '../settings/settings.ts'

export type { CommunityKind } from '../setup/contract.ts'

/** What the answers of whoever sets a server up make of a feature's settings, by the question. */
type SetupPart<C extends Contract = Contract> = { [Q in SetupQuestion]?: Patch<C> } & {
  /** Why a setting becomes that, where it is not plain. */
  why?: { [K in keyof Settings<C>]?: string }
  /** Settings that people look for here, and that stay as they are. */
  stays?: readonly (keyof Settings<C> & string)[]
}

/** Declares it: `({ logChannel }) => ({ log: { modlogChannel: logChannel } })`. What is undefined stays as it is. */
export type Setup<C extends Contract = Contract> = (answers: SetupAnswers, own: Settings<C>) => SetupPart<C>

/** A part of a feature. */
export interface SetsUp<C extends Contract> {
  /** What the answers of whoever sets a server up change here. It is judged as if they had changed it on the page. */
  setup?: Setup<C>
}
