import { mostXp } from './contract.ts'

/** A level, counted from 1, with the XP toward the next one. */
export interface LevelProgress {
  level: number
  xp: number
}

/** The XP needed to get from `level` to the next: its square times 100. */
export const neededAt = (level: number): number => level * level * 100

/** The total XP needed to reach `level`: the sum of what all levels before it need. */
export const totalAt = (level: number): number => (100 * (level - 1) * level * (2 * level - 1)) / 6

export const totalOf = ({ level, xp }: LevelProgress): number => totalAt(level) + xp

/** @param total all XP ever earned, a whole number from 0 */
export function levelProgress(total: number): LevelProgress {
  // The sum grows like a third of the cube, so this estimate is at most one level off.
  let level = Math.max(1, Math.floor(Math.cbrt(total * 0.03)))
  while (totalAt(level + 1) <= total) level++
  while (level > 1 && totalAt(level) > total) level--
  return { level, xp: total - totalAt(level) }
}

/** Somebody's total after gaining or losing `change` XP: never below zero. */
export const clampTotal = (total: number, change: number): number => Math.min(mostXp, Math.max(0, total + change))
