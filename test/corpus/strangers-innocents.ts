/**
 * Innocent lines that fold to a listed word, written by somebody who looked for faults without having seen the recipes.
 */
export const strangersInnocents: readonly string[] = `
Tiit Tammsaar from Estonia
annus mirabilis 1905
anno 1900, anno domini
the putto on the ceiling, two putti
putta
Hurra! Hurre
Hurrre
culoo
sexx
tittt
cull o
siik on kala
kuum ilm täna
kuut
seeex
ÇOK SIK GELİYORUM
SIK SIK OLUYOR
Nazzi
nazii
raape
rrape
wwank
gayy
homme
Maass
aass
aas
arssch
ばかりで
そればかり言ってる
カステラ食べたい
カスタム設定どこ
操作系统 在哪
体操 比赛
情操教育
หีบ ใส่ของ
สัดส่วน ของภาพ
สัดส่วน
https://github.com/libass/libass
https://en.wikipedia.org/wiki/Tit_(bird)
https://www.dickblick.com/
https://www.dickssportinggoods.com/p/shoe
press s-h-i-f-t
S H I F T
S H I T Z U
s h i h t z u
K I K E N
K-I-K-E-N
M. A. N. U. S.
P.A.P.E.R
R A P E R
D I K
D.I.C.E
B I T C O I N
B-I-T-C-O-I-N
N U D E L N
F U C H S
F U C H S I A
S E X Y letter for letter no
S E X T O N
2 x s.e.x
t/i/t/l/e
g a y a t r i
G-A-Y-L-E
G A Y L E
h o e c h s t
H O E C H S T
W A N K E L
T W A T T  scottish village
K U T
k u t a i s i
a n o n
A N O N
A.N.O.N.
p u t o u t
P U T O U T
p u t  o u t
put out, put on, put a hat on
put a
put-a-ble
put/o
is this a cult? cut, kut
C U L T
c u l o t t e
on a no-fly list, a no, an o
a n.o. of
an us customer
an us-based firm
an u.s. citizen
anu.s
an-us
U S A N U S
shi-t
s hit
it's hit or miss
this hit hard
that's hit
it’s/hit
s/hit
s'hit
his hit, her's hit
yes.hit me
class.hit()
enemies.hit
boss.hit(5)
if(s.hit)
s.hit = true
pe nis
pen-is-land.com
peni.s
open.is
open is
pen.is(open)
pen.is_open()
nu.de
nu/de
nu-de
menu.de
as.s
a.ss
a-ss
ba.ss
as$ert
$$A$$
a$$ap
ca$h, A$AP Rocky
A$AP
Ke$ha
5ex
T1 T
T1T
Ti7
T17
1T1T
F46
F4G
455
4SS
a55
A55
A5S
ma55
$A$$B$
$$a$$
$as$
$$s$$
$A$, $S$, $S$
$T$ $i$ $t$
$C$-$U$-$M$
$c_u^m$
\\$A\\$S
$A$S$5
=$A$S
s€x
5€x
t+t
f*a*g
g*a*y
http://x.org/s/e/x
https://site.org/c/u/m/cumulus
https://deb.org/pool/a/s/s/pkg
https://x.org/f-a-g
https://en.wikipedia.org/wiki/S.e.x
F.A.G.
(a)(s)(s)
[a][s][s]
a) s) s)
a, s, s
a; s; s
| a | s | s |
|a|s|s|
a&s&s
a+s+s
a=s=s
a–s–s
a—s—s
a → s → s
a->s->s
a > s > s
a < s < s
a|s|s
a:s:s
a_s_s
a's's
a"s"s
A★S★S
tar -t -i -t
ls -a -s -s
ps -a -s -s
sort -s -e -x
docker run -t -i -t img
grep -c -u -m 1
docker run -d -i -c -k
Usage: cmd [-s] [-e] [-x]
-s/-e/-x
{s,e,x}
[s,e,x]
s,e,x = 1,2,3
(s, e, x)
f(s)(e)(x)
s[e][x]
def f(a, s, s2)`
  .trim()
  .split('\n')
