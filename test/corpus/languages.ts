/**
 * Everyday sentences, one per line; `{n}` stands for a number, `{t}` for a time, `{p}` for a person. They contain the
 * language's own letters, and words that resemble what is usually listed in other languages.
 */
export const sentences: Record<string, string> = {
  English: `
the class starts at {t}, {p} assumes we pass the assessment
can you assist {p} with the analysis of the canal data
my bass is in the basement next to the glass and the brass compass
{n} people assembled at the embassy in Massachusetts
cocktails at {t}? the peacock in the park is classy
{p} is cooking cumin rice with cucumber, {n} minutes left
the document has {n} circumstances and a cucumber in it, lol
Titanic is on at {t}, a title like no other
I scrape the grapes while {p} drapes the curtains
the therapist moved from Sussex to Middlesex, room {n}
raccoons, cocoons and tycoons, what a spicy despicable trio
{p} said the hospice closes at {t}, that is suspicious
shoes, canoes and tiptoes, {n} pairs of them
pussycats and pussyfooting, says {p}
it's a banal manual, the annual one had {n} pages
rapeseed oil and shiitake, please, and {n} eggs
niggling doubts, a snigger, a denigrating word, said {p}
I got rid of the button, the buttress and the rebuttal
swanky place, {p}, see you there at {t}
Nazareth to Nazca is {n} km as the crow flies
goood morning {p}, coool, sooo happy, pleeease come
the homogeneous sextant costs {n} dollars in the sextet shop
{p} was harassed by mosquitoes at {t}
the copper cops out: copy, cope, copilot, scope
matsutake, katana, banana and ananas for {p}`,
  Spanish: `
feliz año nuevo, {p}, que tengas {n} años más
mañana a las {t} compramos piña y caña
la niña sueña con la montaña, dice {p}
¿cuántos años tienes? tengo {n} años
el señor Peña vive en España desde hace {n} años
el baño está al lado de la cabaña
ayer soñé contigo, {p}, a las {t} de la mañana
este otoño hace daño, qué año tan extraño
las computadoras disputan, los diputados disputaron {n} votos
reputación, amputado, computar, imputar, tú también {p}
quiero un sándwich de jamón y un café
el análisis del canal es muy analítico, {p}
los sesenta piensan, se sientan y sacan {n} copas
hay que copiar la copia en el capó
está picante, con salsa y un poco de sal`,
  Portuguese: `
amanhã às {t} tem pão, maçã e café
a análise do canal foi feita por {p}
ele não computa os {n} deputados da câmara
o avô e a avó têm {n} netos
a reputação da computação é ótima, {p}
já são {t}, vamos à praça comer açaí
canais, banana e ananás, {p}
o sol põe-se às {t}, que pôr do sol lindo
minha irmã mora em São Paulo há {n} meses
obrigado pela disputa, foi um jogo lindo`,
  French: `
du fromage râpé, un pâté et {n} œufs pour {p}
le thé est prêt à {t}, viens vite
j'ai connu {p} à Cannes il y a {n} ans
la connexion est coupée, on se rappelle à {t}
le salopette est sale, la salade est bonne
on s'est assis, assez tôt, près de l'assiette
une analyse du canal, une annale et {n} ananas
il a députés et disputes, quelle réputation
le merisier est en fleur, la mer est calme, merci {p}
la côte, le coût, le goût et le dû
ils sont nus comme des vers, les nuages passent à {t}
ma bibliothèque a {n} livres, tu peux en emprunter`,
  German: `
Glückwunsch {p}, um {t} gibt es Kuchen in der Küche
schön, dass du da bist, es ist schon {t}
die Klasse fasst {n} Schüler, das Fass ist voll
es ist schwül und nass, die Gasse ist leer
ich wäre für {n} Brötchen, {p} mag Käse
der Arsenalspieler heißt {p}
die Analyse dauert {n} Minuten, das Kanalnetz ist groß
die Fotografie hängt über der Fußmatte
wischen, waschen, Wichtel und Wacholder, sagt {p}
bitte Sechs nicht mit sechzig verwechseln, es waren {n}
das Titelbild, die Tüte, die Tüten, der Titel
Kükendaunen, Kücken und Kök sagt hier keiner, {p}
ich habe {n} Stück gekauft, drück bitte auf den Knopf
Müll, Möhren und Märchen, bis {t} dann`,
  Dutch: `
goeiemorgen {p}, om {t} koffie in de keuken
de klas heeft {n} leerlingen, wat een massa
één, twee, drie, café en coëfficiënt
ik kook kokosrijst met komkommer voor {p}
het kanaal is {n} meter breed, de analyse volgt
passen en tassen, kassa's en glazen
mooi weer hoor, zeee en duinen, zegt {p}
de titel van de film begint om {t}
fietsen, gieten en tikken, tot zo {p}
de assistent neemt de bus van {t}`,
  Swedish: `
köket är rent, kom klockan {t}, {p}
jag åkte till Åbo med {n} vänner
bönor, gräddfil och smör, tack {p}
klassen har {n} elever, passa dig
fågeln på taket sjunger klockan {t}
analysen av kanalen tog {n} timmar
vi fikar på lördag, ta med kaffe
söta små kök i Malmö, säger {p}
hö och halm, får och kalvar
han fångade en fisk, åt upp den {t}`,
  Norwegian: `
kjøkkenet er rent, kom klokka {t}
søt, sød og sur, sier {p}
fjøset har {n} kyr og en hest
jeg så måken på fløyta, {p}
på lørdag drar vi til Tromsø klokka {t}
blåbær og bringebær, {n} liter
vår båt er rød, din er grå
klassen analyserer kanalen, sier {p}`,
  Finnish: `
keittiössä on {n} kuppia, tule kello {t}
äiti sanoi että pöytä on tässä, {p}
köyhä mies söi jäätelöä
sanasto, anna, banaani ja ananas
kissa istuu katolla, tassut märkänä, {p}
huomenna sataa, pysy kotona {t} asti
tässä kassissa on {n} omenaa
sää on hyvä, lähdetään mökille`,
  Polish: `
cześć {p}, spotkamy się o {t} na rynku
mam {n} książek i żółty zeszyt
chciałbym kupić pączki i śliwki
kurczak, kurtka i kurs, kura znosi jaja, {p}
suknia, sęk i sok, {n} sztuk
chory, chojnie, chuda krowa i chudy cielak
analiza kanału trwała {n} godzin
pisz do mnie o {t}, piszę i piszczę
łąka, łódka, źródło, dźwięk`,
  Czech: `
čau {p}, přijdu v {t} na kávu
čumím na špici věže, je vysoká {n} metrů
kůň, kuře, kůra, kurz a kuráž
analýza kanálu trvá {n} hodin
mám rád česnečku a šípky
tůň je hluboká, říká {p}
děkuju, uvidíme se v úterý
sešit, sítko, sekera, šek na {n} korun`,
  Hungarian: `
szia {p}, {t} körül érek oda
a kút mellett van a kürt és a kör
körte, kürtőskalács, kürti, {n} darab
a tűz ég, a tó kék, a fű zöld
kérek {n} kiflit és egy kávét
a kurzus, kurátor és a kukac
nézd a csatornát, elemzés következik, {p}
jó éjszakát, holnap {t}-kor találkozunk`,
  Romanian: `
bună {p}, ne vedem la {t} în piață
am cumpărat {n} mere și o pâine
mulțumesc, cât costă cămașa
acum, oricum și cumva, spune {p}
puțin, putut, puterea e a ta
analiza canalului durează {n} ore
fată, față, faţă, fațadă
știi că ăsta e câinele lui {p}`,
  Turkish: `
günaydın {p}, saat {t} gibi gelirim
çok sıkıldım, sıkıcı bir gün, {n} sayfa kaldı
sıkı tut, sıktım vidayı, sıkıntı yok
kızım okula gidiyor, oğlum {n} yaşında
şeker, şehir, şık, kaşık
ağaç, dağ, yağmur ve güneş, diyor {p}
analiz kanalı {n} kişi
pişmiş tavuk, taze ekmek, sıcak çay
ışık, ılık, ırmak, sır`,
  Vietnamese: `
chào {p}, hẹn gặp lúc {t} nhé
bị cúm nên nghỉ {n} ngày
cây gãy, người gầy, gây ồn, gậy gỗ
giá {n} đồng một cân cà phê
mùa đông ở Hà Nội lạnh lắm
tít báo hôm nay
anh ấy ăn phở với rau húng
đồng hồ chỉ {t}, đi thôi {p}`,
  Italian: `
ciao {p}, ci vediamo alle {t} in piazza
la classe ha {n} alunni, passa la massa
analisi del canale, annali e banane
il caffè è già pronto, però manca lo zucchero
computer, disputa, reputazione, imputato
cazzuola e carrozza, pazzo e pizza, {n} euro
tutti i titoli sono finiti, dice {p}
città, papà, perché, più, così`,
  Indonesian: `
selamat pagi {p}, kita ketemu jam {t}
ada {n} kelas di sekolah itu
asam, asap, kasir dan assalamualaikum
analisis kanal selesai jam {t}
banyak nasi, nasib, nasional, nasihat
pisang, pispot, tetapi titip dulu ya {p}
cuma {n} ribu, cumi-cumi goreng enak
kopi susu, copot, copet lewat`,
  Russian: `
привет, {p}, встретимся в {t} у входа
вынеси сор, сорока на суку сидела
у него {n} сортов яблок и сыр
анализ канала занял {n} часов
хорошо, оба пришли вовремя
сон, нос, рот, рота, корт, хор
куст, сукно, сушка, скука, наука
это мой ёжик, он ест {n} орехов
йод, мой, рай, май, иди домой`,
  Ukrainian: `
привіт, {p}, зустрінемось о {t}
сир, сорочка, їжак, ґанок, {n} яблук
мій син іде до школи
аналіз каналу тривав {n} годин
сік, рік, ніс, тін, хід
дякую, до завтра, {p}`,
  Serbian: `
здраво {p}, видимо се у {t}
моја сестра има {n} јабука
ѕид, ѕвезда, нож и ротор су туђе речи
час, кос, оса, рака, хор
сутра рано, око {t}, код мене`,
  Greek: `
καλημέρα {p}, τα λέμε στις {t}
το ποτό, ο νόμος, ο νομός και {n} ευρώ
η θάλασσα είναι ζεστή
ο κόσμος, το τόξο, η ροή
ανάλυση του καναλιού, {n} λεπτά
ευχαριστώ πολύ, {p}`,
  Japanese: `
おはよう、{p}さん、{t}に駅で会いましょう
墓参りのあと、はかない夢を見た
{n}円のカップと皿を買った
ばら、はら、パラ、がか、かが
今日は寒いですね、お茶をどうぞ`,
  Chinese: `
早上好{p}，{t}在门口见
买了{n}个苹果和一杯咖啡
分析频道的数据要{n}分钟
明天下雨，记得带伞`,
  Korean: `
안녕 {p}, {t}에 역에서 만나자
사과 {n}개와 커피 한 잔 주세요
채널 분석은 {n}분 걸려요
내일 비가 온대, 우산 챙겨`,
  Arabic: `
صباح الخير {p}، نلتقي الساعة {t}
اشتريت {n} تفاحات وقهوة
التحليل يستغرق {n} دقيقة
كَتَبَ الطالبُ الدرسَ`,
  Hindi: `
नमस्ते {p}, {t} बजे मिलते हैं
मैंने {n} सेब और चाय ली
विश्लेषण में {n} मिनट लगेंगे`,
}
