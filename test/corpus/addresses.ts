const linesOf = (text: string) => text.trim().split('\n')

/** Words, files, code and names that look like addresses and are none. */
export const noAddresses: readonly string[] = linesOf(`
Help with main.tf
ASP.NET questions
socket.io help
I pushed it to main.rs and lib.rs, see app.py:45
npm i vue.js, next.js and Node.js/Express.js, utils.tsx, app.vue
main.ml, cpu.sv, part.nc, Foo.pm, messages.mo, Main.sc, main.cr, a.st, b.cl, x.mm, ViewController.mm
rules.mk, include rules.mk, libz.la, data.bz, go.mod, go.sum, Makefile.am, config.ac, a.out, foo.cc, a.zip, b.mov, script.ps
README.md/CONTRIBUTING.md, main.py/app.py, src/main.rs:10, lib.rs/mod.rs
VB.NET, ADO.NET, ML.NET, Paint.NET, Json.NET, Battle.net, battle.net is down
op.gg, u.gg, tracker.gg, itch.io, skribbl.io, Diep.io, paper.io, agar.io, draw.io, Yearn.fi, x.ai, Game8.co, pump.fun
my gmail.com address, name@gmail.com, mailto:me@gmail.com, git@github.com:user/repo.git, ssh user@host.local
ok.de nada amigo, gracias.de nada, si.no, ja.no, bueno.si, hola.que tal, nada.que ver, vale.pues
merci.de rien, oui.non, bah.la, quoi.ca, tak.nie, dobra.pl, no.co ty, co.tam, ok.se liga, vai.la, tudo.bem, sim.eu
geh.mal, ich.bin, ja.ne, oder.so, alles.gut, ok.bis, gut.ja, mach.das, evet.ya, tamam.ya, peki.ne, hai.sa
lol.idk, ok.cool, yes.please, hi.how are you, wait.what, oh.my god, bro.what, that.is, im.so done, true.love
my.tv, smart.tv, samsung.tv, lol.ml, xd.hu, bin.da, haha.de, ok.la, yo.ma, gg.ez, ff.io, she.ru, ru.en, en.de
df.at, df.ix, df.lt, df.le, df.ne, df.gt(5), pd.NA, pd.na, np.ma.array, tf.nn, self.fc, nn.fc, self.net, torch.nn
event.ca, this.cd, req.me, req.ip, user.tel, ctx.tx, res.tx, arr.ac, user.id/1000, a.id/b.id, vec.st/2.0, df.at/2
pos.xyz, v.xyz, gl_FragCoord.xy, user.bio, user.pw, app.run, app.use, node.tv, i18n.tr, expect.be, os.sep, re.sub
com.google.gson, org.junit.Test, java.util.List, System.out.println, window.location.href, console.log("hi")
z.B.heute, d.h.wir, bzw.der, ca.20, Nr.5, P.S.ich, Mr.Smith, St.Petersburg, Inc.Apple, J.K.Rowling, feat.Drake
г.Москва, ул.Ленина, см.рис, и т.д.и т.п., ヤフー.コム, 你好.好
https://localhost:3000, http://127.0.0.1:3000, http://192.168.1.1, http://10.0.0.5:8123, http://[::1]:3000, http://0.0.0.0:80
http://172.16.4.4/x, http://169.254.0.1, http://[fd00::1]/, http://2130706433/, localhost:25565, 10.0.0.5, 1.1.1.1 is a DNS
file:///C:/x, C:\\Users\\me, \\\\server\\share, spotify:track:xyz, 24/7/365, $12.50/mo, and/or, 10.am, 6.pm, version 1.2.3.4`)

/** Addresses as people paste them, without `https://`; each must be found. */
export const bareAddresses: readonly string[] = linesOf(`
evil.xyz/nitro
evil.top/x
evil.click/x
evil.shop/x
evil.gift/x?y=1
evil.online/#claim
steamcommunity.link/x
dlscord.gift/abc
evil.so/x
evil.it/x
evil.me/x
evil.zip/x
evil.rs/buy
t.me/abc
wa.me/49123456
bit.ly/2x
evil.com
EVIL.COM
evil.net
evil.org!
evil.co.uk
evil.com.br
evil.com:8080/x
www.evil.xyz
пример.рф
еvil.com
xn--vil-qdd.com
(evil.com)
“evil.com”`)

/** Text of any script around `https://…`; for people, the address clearly ends there. */
export const textAround: readonly string[] = linesOf(`
{}👍
see {}👍🏽
{}✅
“{}”
„{}“
‘{}’
«{}»
「{}」
（{}）
{}、
{}。
{}。次
{}的
{}です
{}입니다
{}를 봐
{}для
{}’s
{}…
{}—yes
{}–
{}→
{}•
{}・
{}،
{}؟
{}।
{}.」
{}？`)
