/**
 * Words that no language we know spells a harmless one with, whatever accents its letters get or however long they
 * are held: fück and fuuck are meant, año and böner are words. Beside them, long words are taken to be unmistakable
 * where only their length counts.
 */
const insults = new Set(
  `arschloch arsehole asshole bastard bitch bitches blowjob bollocks boobs bullshit caralho clit cock cocksucker connard cunt
  dick dickhead dildo dumbass faggot fotze fuck fucker fucking goddamn handjob hurensohn jackass kurwa mierda motherfucker
  nigga nigger orgasm pendejo penis pussy putain retard salope shit skank stronzo tranny twat vagina wanker whore
  wichser`.split(/\s+/),
)
/** Of these, the short ones that fall into no two words either: who're, s.hit and bit-ch do not count. */
const whole = new Set(['cunt', 'fuck', 'nigga', 'pussy', 'whores'])

const long = 6

/** Whether accents change nothing about what the word means. */
export const isInsult = (word: string): boolean => insults.has(word)
/** Whether a letter written twice changes nothing. */
export const isUnmistakable = (word: string): boolean => word.length >= long || insults.has(word)
/** Whether it is the word in two pieces: `ass-hole`. */
export const isWholeInPieces = (word: string): boolean => word.length >= long || whole.has(word)
