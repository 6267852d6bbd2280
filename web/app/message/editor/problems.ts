import { createContext, use } from 'react'
import type { Problem } from '#kit/message/limits/contract.ts'

/** The problems of the message being edited. */
const ProblemsContext = createContext<readonly Problem[]>([])
export const ProblemsProvider = ProblemsContext.Provider

/** The first problem of a field, if it has one. */
export function useProblem(path: string): string | undefined {
  return use(ProblemsContext).find(one => one.path === path)?.sentence
}

const isWithin = (path: string, part: string) => path === part || path.startsWith(`${part}.`)

/** The number of problems in these parts of the message. */
export const useProblemCount = (...parts: string[]): number =>
  use(ProblemsContext).filter(({ path }) => parts.some(part => isWithin(path, part))).length
