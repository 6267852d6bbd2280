import { createContext, use } from 'react'
import type { Problem } from '#kit/message/limits/contract.ts'

/** The path of the part that is to be shown, and how often it was asked for. */
export interface Sought {
  path: string
  times: number
}

export const nothingSought: Sought = { path: '', times: 0 }

/** What is wrong with the message that is written, and what the editor does about it. */
interface Written {
  problems: readonly Problem[]
  sought: Sought
}

const WrittenContext = createContext<Written>({ problems: [], sought: nothingSought })
export const WrittenProvider = WrittenContext.Provider

/** The first sentence about a field, where there is one. */
export function useProblem(path: string): string | undefined {
  return use(WrittenContext).problems.find(one => one.path === path)?.sentence
}

const isWithin = (path: string, part: string) => path === part || path.startsWith(`${part}.`)

/** How many problems parts of the message have. */
export const useProblemCount = (...parts: string[]): number =>
  use(WrittenContext).problems.filter(({ path }) => parts.some(part => isWithin(path, part))).length

/** Changes whenever somebody looks for something within a part: it is to be unfolded then. */
export function useSought(...parts: string[]): number {
  const { sought } = use(WrittenContext)
  return parts.some(part => isWithin(sought.path, part)) ? sought.times : 0
}
