/** What other features may use of greetings: how a member is remembered until the message to them is sent. */
export { factsFrom, type MemberSnapshot, memberSnapshot, takeSnapshot } from './sending/member-snapshot.ts'
export { templateFacts } from './template-facts.ts'
export { demandEmbeds } from './embeds/demand.ts'
