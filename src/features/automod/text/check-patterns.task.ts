/** Returns for each pattern of a list why it cannot be used, as a clause, or undefined. */
export { patternProblems as default } from './patterns.ts'
