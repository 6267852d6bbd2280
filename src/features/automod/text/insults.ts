/**
 * Words that are not the spelling of a harmless word in any language we know, whatever accents their letters get and
 * however often they are repeated: fück and fuuck are meant, while año and böner are ordinary words. Long words, too,
 * count as unmistakable where only their length matters.
 */
const insults = new Set(
  `arschloch arsehole asshole bastard bitch bitches blowjob bollocks boobs bullshit caralho clit cock cocksucker connard cunt
  dick dickhead dildo dumbass faggot fotze fuck fucker fucking goddamn handjob hurensohn jackass kurwa mierda motherfucker
  nigga nigger orgasm pendejo penis pussy putain retard salope shit skank stronzo tranny twat vagina wanker whore
  wichser`.split(/\s+/),
)
/**
 * The short words among these that cannot result from two other words either; who're, s.hit and bit-ch do not count.
 */
const meantInPieces = new Set(['cunt', 'fuck', 'nigga', 'pussy'])

const long = 6

/** Whether accents make no difference to the meaning of the word. */
export const isInsult = (word: string): boolean => insults.has(word)
/** Whether doubling a letter makes no difference. */
export const isUnmistakable = (word: string): boolean => word.length >= long || insults.has(word)
/** Whether the word is meant even in pieces: `ass-hole`. */
export const isWholeInPieces = (word: string): boolean => word.length >= long || meantInPieces.has(word)
