/** Why each pattern of a list cannot be used, as a clause, or undefined. */
export { patternProblems as default } from './patterns.ts'
