/** What other features may take from greetings: how a member is remembered until they are written to. */
export { factsFrom, type MemberSnapshot, memberSnapshot, takeSnapshot } from './sending/member-snapshot.ts'
export { templateFacts } from './template-facts.ts'
export { demandEmbeds } from './embeds/demand.ts'
