/** Hidden words, written by somebody who looked for faults without having seen the recipes. */
export const strangersEvasions: readonly string[] = `
fuuuuuck
f-u-c-k
f_u_c_k
f*u*c*k
f.u.c.k.
F U C K
F  U  C  K
fᴜᴄᴋ
ƒuck
fúck
fücķ
fuck_you
fuck1
fuckk
fffuck
ffuucckk
ƒ𝘂𝗰𝗸
ⓕⓤⓒⓚ
🇫🇺🇨🇰
🇫 🇺 🇨 🇰
🅵🆄🅲🅺
fu**ck**
f||u||ck
\`f\`uck
~~f~~uck
[fu](https://a.b)ck
f😀u😀c😀k
fu.ck
fu,ck
fu/ck
fu\\ck
f\\uck
fu\\*ck
fu-ck
fu|ck
fu~ck
fu\`ck
fu"ck
(f)(u)(c)(k)
[f][u][c][k]
f(u)ck
{f}{u}{c}{k}
ʞɔnɟ
𝔣𝔲𝔠𝔨
Ｆｕｃｋ
ḟṳḉḱ
f̶u̶c̶k̶
fцck
fυck
fսck
FUСK (Cyrillic C)
fuсk
fuсκ
fucḱ
fu͏ck
<fuck>
-# fuck
# fuck
> fuck
||fuck||
\`\`\`fuck\`\`\`
[click](https://fuck.com "fuck")
b!tch
b1tch
bi7ch
8itch
b i t c h
bіtch
ƅitch
$hit
sh1t
5hit
sh!t
s h i t
5h1t
$h!t
sн1т
ɴɪɢɢᴇʀ
n1gger
n!gg3r
ni99er
nigg3r
n i g g e r
n.i.g.g.e.r
niggèr
nïggër
nıgger
пigger
ɳιɠɠҽɾ
ոigger
ni-gger
nıggеr
ƞigger
retαrd
r3t4rd
ret@rd
r e t a r d
reeeetard
retаrd
a s s h o l e
assh0le
@sshole
a$$hole
as$hole
ass hole
asshoIe
assho|e
ɑsshole
wh0re
сyка
cука
с у к а
с.у.к.а
сукa
cу̲ка
хyй
xуй
xyй
х у й
хуууй
x.y.й
хуй
блять!
б л я т ь
бляяять
p u t a
m1erda
mi3rda
m i e r d a
kurwaaaa
k u r w a
fr33 nitro
free n1tro
freeﾠnitro
free  nitro
f r e e n i t r o
f r e e   n i t r o
free-nitro
free_nitro
freenitro
free.nitro
FREE NITRO
frее nitrо
𝗙𝗿𝗲𝗲 𝗡𝗶𝘁𝗿𝗼
free **nitro**
k1ll yourself
kill yours3lf
k!ll y0urself
k i l l  y o u r s e l f
kill-yourself
k.y.s
k y s
K Y S
kуs
ばか
so fuck_ ok
so _fuck ok
so fuck_you ok
so fuck1 ok
so 1fuck ok
so fuck2 ok
so 2fuck ok
so fucḱ_ ok
so xx_fuck_xx ok
so fuck__ ok
so nigger_ ok
so @nigger_ ok
so nigger69 ok
so nigger_69 ok
so fuck‿ ok
so fuckᅟ ok
so fuck² ok`
  .trim()
  .split('\n')
