import { families, people, time } from './everyday.ts'
import { sentences } from './languages.ts'
import { type Dice, diceOf, pick } from './random.ts'

/** Written by hand: what people really write, and what once went wrong, here or elsewhere. */
const byHand = `
I passed the class in 45s flat
C L A S S I C
a n a l y s i s
feliz año
вынеси сор
that is 455 metres, 4 5 5
lol that's a s m a l l world
ok so pen is on the table, as such
who're you? they're here, we're not
s.hit() adds damage, this.hit and bit.ch are fine
who-re-ads this? push.it, pull.it
T1T 3K5 and K0K 1A0 are postal codes
the Samsung A55 costs A$5 less than the A54
#fa6 is orange, #c0c is pink, #a55 is brown
F A G E D is a melody, B A D C A are the answers
f(a,g) + s(e,x) = c(u,m)
x = c*u*m in code: \`x = c*u*m\`
goood morning, helll yeah no: hellooo
AAAS is a society, Aaas said nobody
soooon, cooool, feeeel, looose, nooope
As4S4 is realgar
Thanks Naz! You too, Naz!!
🇸🇭🇮🇹 is Saint Helena and Italy
hi!t's me, no!w, stop!t
je mange du fromage râpé
köket i Åbo, böner og søt
çok sıkıldım
bị cúm rồi
墓とはか is the same, ばかり is another word
это мой сын, не мои
snake_case, c_o_p_y, get_ass_et, my_class_name
https://example.com/4ss/c0ck-pit/a55?x=f4g
@assistant @dickens @cockburn
mother-in-law, well-known, co-op, re-tire, e-mail, x-ray
U.S. S.O.S. A.S.A.P. C.O.D. P.S.
and/or, w/o, n/a, 24/7, a/b test
5 of 5, 1-1, 3:2, 10x, 2^8, 1e5, 0b101, 0x4a55
(a) first (b) second (c) third
a) s b) s
Q&A, R&B, D&D, AT&T, B&B
rock'n'roll, o'clock, ma'am, y'all, 'twas
¯\\_(ツ)_/¯ ಠ_ಠ (╯°□°)╯ ʕ•ᴥ•ʔ
:D xD :3 <3 ^_^ T_T o_O
a. s. s? no: a. b. c.`
  .trim()
  .split('\n')
  // Dots and single spaces between the letters of a three-letter word do spell it.
  .filter(line => !line.startsWith('a. s. s'))

const eachSentence = 20
const eachFamily = 60

function filled(sentence: string, dice: Dice): string {
  return sentence
    .replaceAll('{n}', () => String(2 + dice(998)))
    .replaceAll('{t}', () => time(dice))
    .replaceAll('{p}', () => pick(dice, people))
}

/** Different ways to write the same sentence. */
const manners: readonly ((text: string) => string)[] = [
  text => text,
  text => text.toUpperCase(),
  text => `**${text}**`,
  text => `> ${text}`,
  text => `${text}!!! 😂`,
  text => `||${text}||`,
  text => text.replace(/ (?=\S+$)/, '\n'),
  text => text.normalize('NFD'),
]

/**
 * Innocent lines, each once.
 * @param seed different seeds give different lines of the same kinds
 */
export function innocentLines(seed: number): string[] {
  const dice = diceOf(seed)
  const spoken = Object.values(sentences).flatMap(text =>
    text
      .trim()
      .split('\n')
      .flatMap(sentence =>
        Array.from({ length: eachSentence }, (_, at) =>
          (manners[at % manners.length] ?? String)(filled(sentence, dice)),
        ),
      ),
  )
  const made = Object.values(families).flatMap(make => Array.from({ length: eachFamily }, () => make(dice)))
  return [...new Set([...byHand, ...spoken, ...made])]
}

export const languages = Object.keys(sentences)
