import { createContext, use } from 'react'
import type { Problem } from '#kit/message/limits/contract.ts'

/** What is wrong with the message that is written. */
const ProblemsContext = createContext<readonly Problem[]>([])
export const ProblemsProvider = ProblemsContext.Provider

/** The first sentence about a field, where there is one. */
export function useProblem(path: string): string | undefined {
  return use(ProblemsContext).find(one => one.path === path)?.sentence
}

const isWithin = (path: string, part: string) => path === part || path.startsWith(`${part}.`)

/** How many problems parts of the message have. */
export const useProblemCount = (...parts: string[]): number =>
  use(ProblemsContext).filter(({ path }) => parts.some(part => isWithin(path, part))).length
