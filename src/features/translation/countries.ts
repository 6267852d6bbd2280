/**
 * Languages by country, official ones or those spoken by most, the most spoken first. ISO 3166-1 and ISO 639-1; `zh`
 * and `zt` are Chinese in simplified and in traditional characters, `pb` is Brazilian Portuguese, as named by
 * LibreTranslate.
 */
const table = `
AC en|AD ca|AE ar|AF fa ps|AG en|AI en|AL sq|AM hy|AO pt|AQ en|AR es|AS sm en|AT de|AU en|AW nl|AX sv|AZ az
BA bs hr sr|BB en|BD bn|BE nl fr de|BF fr|BG bg|BH ar|BI fr rn|BJ fr|BL fr|BM en|BN ms|BO es qu ay|BQ nl|BR pb pt|BS en|BT dz|BV nb|BW en tn
BY be ru|BZ en es
CA en fr|CC en|CD fr ln sw|CF fr sg|CG fr ln|CH de fr it|CI fr|CK en|CL es|CM fr en|CN zh|CO es|CP fr|CR es|CU es|CV pt|CW nl|CX en|CY el tr|CZ cs
DE de|DG en|DJ fr ar so|DK da|DM en|DO es|DZ ar fr
EA es|EC es|EE et|EG ar|EH ar es|ER ti ar en|ES es ca eu|ET am om so|EU en
FI fi sv|FJ en fj|FK en|FM en|FO fo da|FR fr
GA fr|GB en|GD en|GE ka|GF fr|GG en|GH en|GI en|GL kl da|GM en|GN fr|GP fr|GQ es fr pt|GR el|GS en|GT es|GU en ch|GW pt|GY en
HK zt en|HM en|HN es|HR hr|HT ht fr|HU hu
IC es|ID id|IE en ga|IL he ar|IM en|IN hi en ta|IO en|IQ ar ku|IR fa|IS is|IT it
JE en|JM en|JO ar|JP ja
KE sw en|KG ky ru|KH km|KI en|KM ar fr|KN en|KP ko|KR ko|KW ar|KY en|KZ kk ru
LA lo|LB ar fr|LC en|LI de|LK si ta|LR en|LS st en|LT lt|LU lb fr de|LV lv|LY ar
MA ar fr|MC fr|MD ro|ME sr|MF fr|MG mg fr|MH mh en|MK mk sq|ML fr|MM my|MN mn|MO zt pt|MP en|MQ fr|MR ar fr|MS en|MT mt en|MU en fr|MV dv|MW ny en|MX es|MY ms|MZ pt
NA en af|NC fr|NE fr ha|NF en|NG en ha yo|NI es|NL nl|NO nb nn|NP ne|NR en|NU en|NZ en mi
OM ar
PA es|PE es qu|PF fr|PG en|PH tl en|PK ur en|PL pl|PM fr|PN en|PR es en|PS ar|PT pt|PW en|PY es gn
QA ar
RE fr|RO ro|RS sr|RU ru|RW rw en fr
SA ar|SB en|SC fr en|SD ar en|SE sv|SG en zh ms|SH en|SI sl|SJ nb|SK sk|SL en|SM it|SN fr|SO so ar|SR nl|SS en|ST pt|SV es|SX nl en|SY ar|SZ en ss
TA en|TC en|TD fr ar|TF fr|TG fr|TH th|TJ tg ru|TK en|TL pt|TM tk|TN ar fr|TO to en|TR tr|TT en|TV en|TW zt|TZ sw en
UA uk|UG en sw|UM en|UN en|US en|UY es|UZ uz
VA it la|VC en|VE es|VG en|VI en|VN vi|VU fr en
WF fr|WS sm en
XK sq sr
YE ar|YT fr
ZA en zu af|ZM en|ZW en sn
`

const byCountry: ReadonlyMap<string, readonly string[]> = new Map(
  table
    .trim()
    .split(/[\n|]/)
    .map(entry => {
      const [country = '', ...languages] = entry.split(' ')
      return [country, languages]
    }),
)

/** Parts of a country have flags too: a black flag followed by letters in tag characters. */
const bySubdivision: ReadonlyMap<string, readonly string[]> = new Map([
  ['gbeng', ['en']],
  ['gbsct', ['gd', 'en']],
  ['gbwls', ['cy', 'en']],
])

const firstIndicator = 0x1_f1_e6
const tagBase = 0xe_00_00

/**
 * The country or part of one that a flag emoji stands for: 'DE' for 🇩🇪, 'gbeng' for 🏴󠁧󠁢󠁥󠁮󠁧󠁿. Undefined for anything
 * else.
 */
export function countryOf(emoji: string): string | undefined {
  const points = [...emoji].map(character => character.codePointAt(0) ?? 0)
  if (/^\p{Regional_Indicator}{2}$/u.test(emoji))
    return points.map(point => String.fromCharCode(65 + point - firstIndicator)).join('')
  if (!/^🏴[\u{E0061}-\u{E007A}]{5}\u{E007F}$/u.test(emoji)) return undefined
  return points
    .slice(1, -1)
    .map(point => String.fromCharCode(point - tagBase))
    .join('')
}

/** The languages that a flag asks for; none for anything that is not a flag, or a flag without one. */
export function languagesOf(emoji: string): readonly string[] {
  const country = countryOf(emoji)
  return country === undefined ? [] : (byCountry.get(country) ?? bySubdivision.get(country) ?? [])
}

/** The codes of the countries whose flags ask for a language. */
export const countriesWith = (fits: (languages: readonly string[]) => boolean): string[] =>
  [...byCountry].flatMap(([country, languages]) => (fits(languages) ? [country] : []))
