import type { Word } from '#features/automod/text/contract.ts'

/** Words that servers list, based on public lists for such bots. They include short words and several languages. */
const english =
  'ass asshole arse arsehole bastard bitch blowjob boner boobs bullshit clit cock cocksucker coon cop cuck cum cunt dick dickhead dildo dyke fag faggot fuck fucker fucking gay gook hentai hoe jizz kike motherfucker nazi nigga nigger nude orgasm paki pedo penis piss porn prick pussy rape rapist retard sex shit slut spic tit tits tranny twat vagina wank wanker whore'
const others =
  'anal ano anus puta puto mierda pendejo maricón coño merde salope connard putain scheiße hurensohn fotze arschloch wichser kurwa chuj kurva caralho cazzo stronzo siktir сука блять хуй пизда'
const unspaced = 'ばか カス 死ね 操 傻逼 สัด หี'
const phrases = ['free nitro', 'kill yourself', 'kys']

/** A usual list of about a hundred words, each to be found as a whole word. */
export const usualWords: readonly Word[] = [
  ...english.split(' '),
  ...others.split(' '),
  ...unspaced.split(' '),
  ...phrases,
].map(pattern => ({
  pattern,
  kind: 'word',
}))
