"""Word lists by language: abbreviations that do not end a sentence, words that begin one.

A language without a list gets the union of the abbreviations of all others, which errs
on the side of longer sentences.
"""

from __future__ import annotations

from argcheck.records import NamedTuple


class Language(NamedTuple):
    """What a language knows of its full stops; words without their last stop.

    A word in lower case stands for any case, one with a capital only for itself (``Ms`` but ``5 ms``).
    """

    never: frozenset[str]  #: the sentence goes on, whatever follows: ``e.g``, ``dr``
    number: frozenset[str]  #: it goes on before a number, a reference, a formula: ``p``, ``no``
    may_end: frozenset[str]  #: it ends only before a word of `starters`: ``etc``, ``al``
    starters: frozenset[str]  #: words that begin a sentence and are no names
    ordinals: bool  #: ``3. Mai``: a number with a full stop may be an ordinal


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEVER = _words("""
    e.g i.e eg ie cf viz vs resp ca approx prof dr mr mrs messrs dr.-ing Ms St Mt Gen Col Sgt Capt Lt Rev Hon Gov Sen Rep
    Pres Fr
    fig figs eq eqs eqn eqns sec secs sect sects ref refs tab tabs thm thms prop props cor lem lems defn def defs
    chap chaps alg algs app apps assump hyp rem ex exx conj
""")
_NUMBER = _words(
    "p pp no nos vol vols ch art arts n nr nn ll l par para paras pt pts ver v c s sect subsec bd"
)
_MAY_END = _words("al etc inc ltd co corp jr sr ed eds dept univ assoc bros ph.d phd est ibid op cit")

ENGLISH = Language(
    never=_NEVER
    | _words("""
        jan feb mar apr jun jul aug sept sep oct nov dec dist min max avg esp incl excl wrt w.r.t a.k.a aka i.i.d
        proc trans conf int'l j phys rev lett math sci nat acad soc amer natl lemma.s subj orig spp var
    """)
    - _words("min max dec mar rev lett trans conf math phys proc j nat sci acad soc amer natl var"),
    number=_NUMBER | _words("mar dec rev lett phys proc trans math sci"),
    may_end=_MAY_END
    | _words("u.s u.k u.s.a u.n e.u a.m p.m b.c a.d d.c m.d b.a m.a b.s m.s i.i.d sp ave blvd w.r.t"),
    starters=_words("""
        the this that these those a an we i it he she they you our my your their its his her in on at for from with by
        to of as if when whenever while where wherever what which who whose how why however thus hence therefore then
        so moreover furthermore also although though because since after before but and or nor yet note notice let
        suppose assume consider define here there first second third fourth finally lastly next now such some all both
        each every either neither many much most several few no not none nothing one two three another other others
        using given under over between within without during despite instead indeed similarly likewise specifically
        recall clearly more less recent recently previous previously earlier later only unlike like once until unless
        among through throughout across against about above below following according based see compare can could do
        does did is are was were will would should may might must have has had nevertheless nonetheless consequently
        accordingly additionally alternatively again even still just perhaps maybe often sometimes usually typically
        generally today overall together conversely contrary rather otherwise meanwhile subsequently eventually
        initially originally currently obviously evidently naturally surprisingly interestingly importantly
        unfortunately fortunately figure table section chapter theorem lemma results evidence work methods proof
        subjects participants observe observations models data people nobody everyone
    """),
    ordinals=False,
)

GERMAN = Language(
    never=_NEVER
    | _words("""
        z d.h z.b u.a z.t v.a v fa u.u i.d.r i.a o.ä o.a s.o s.u m.e s.a bzw ggf vgl sog evtl etwa ca zzgl inkl exkl
        einschl abb abs abschn anm aufl beil bspw dgl dipl ebd frl fr hr hrn hrsg ing insb insbes jh jhd kap komm lfd lt
        mag max min mind mio mrd nachf nr österr phil priv prof röm rd s.g sen sog st std str tab tel teilw u.ä u.v.a
        u.a.m univ urspr verf vs wiss zit zus zw allg begr bes bez betr bd bde bearb dt engl franz lat griech ital gem
        gez gl gln gleichg geb gest gegr hg hl def bem bew lem satz.nr theor verh vorl zt zb dh jan feb mär apr jun jul
        aug sept sep okt nov dez mo di mi do fr sa so a.a.o art entspr ggü grds i.d.f i.v.m zzt zs ztschr
        n tägl jährl stat  rer mult vorauss geänd erw überarb unveränd eidg eigtl ehem
    """)
    - _words("min max so mi do di sa def so gl min"),
    number=_NUMBER
    | _words("s f ff rn rz ziff lit abs satz z zeile bl fn fußn aufl gl max min bj bsp anh anl"),
    may_end=_MAY_END
    | _words("f ff etc u.a.m dgl o.ä u.ä e.v a.m n.chr v.chr chr gmbh m.b.h jr sen jhs nat pol habil h.c"),
    starters=_words("""
        der die das den dem des ein eine einer einem einen dies diese dieser dieses diesem jene jener wir ich er sie es
        man ihr unser unsere sein seine ihre mein meine in im an am auf aus bei beim mit nach von vom vor zu zum zur
        für durch über unter um ohne gegen seit während wegen trotz zwischen wenn falls ob als da weil obwohl obgleich
        nachdem bevor bis sobald solange damit dass daß wie wo was wer warum weshalb welche welcher welches jedoch aber
        doch und oder denn also daher deshalb deswegen darum somit folglich demnach dann danach davor dabei dazu dafür
        dagegen dadurch daraus darin hier hierbei hierzu hierfür dort nun nur noch auch schon so sonst zwar zudem
        außerdem ferner weiter weiterhin schließlich zunächst zuerst erstens zweitens drittens zuletzt einerseits
        andererseits insbesondere beispielsweise allerdings dennoch trotzdem gleichwohl nichtsdestotrotz vielmehr
        indes indessen hingegen stattdessen ebenso ähnlich analog entsprechend gemäß laut alle alles beide einige
        manche mehrere viele wenige jede jeder jedes kein keine nichts niemand jemand heute bereits bisher oft häufig
        siehe vgl meist manchmal neben innerhalb außerhalb aufgrund infolge mithilfe sei seien sind ist war waren wird werden
        wurde wurden hat haben hatte kann können konnte soll sollte muss müssen darf später früher seitdem erst
    """),
    ordinals=True,
)

FRENCH = Language(
    never=_NEVER
    | _words("""
        M MM Mme Mmes Mlle Mlles Me mgr dr pr St Ste p.ex p ex c.-à-d càd c.à.d ie cf éq éqs eq fig tab tabl chap sect
        déf dém rem rq prop thm th lem cor env av apr j.-c boul bd av faub hab fr angl lat gr all ital esp tél réf réfs
        resp vol coll éd éds dir trad préf introd not suiv sq sqq op loc ss sous-sect al.inf inf sup supra infra
        janv févr avr juill sept oct nov déc adj adv subst p.-ê q.v n.d.l.r n.b nb ann annexe.s ex. art alin
    """)
    - _words("ex. all sup inf not p env st th esp dir trad ss sous-sect ex"),
    number=_NUMBER | _words("p pp art al alin n° no fol f ff t tome l liv ch § ex env dir th"),
    may_end=_MAY_END | _words("j.-c etc al s.a s.a.r.l ltée cie coll éd éds suiv sq sqq ss cit"),
    starters=_words("""
        le la les l' un une des du de d' ce cet cette ces c' ceci cela ça nous je j' il elle ils elles on vous tu notre
        nos votre vos son sa ses leur leurs mon ma mes dans en au aux à sur sous avec sans pour par parmi entre vers
        chez depuis pendant durant dès avant après contre malgré selon suivant si s' quand lorsque lorsqu' comme
        puisque puisqu' parce car mais ou et donc or ni ainsi alors puis ensuite enfin cependant toutefois néanmoins
        pourtant or d'abord d'où finalement premièrement deuxièmement troisièmement d'une d'autre aussi également outre
        ailleurs effectivement notamment certes bref tout toute tous toutes chaque plusieurs quelques certains
        certaines aucun aucune nul autre autres deux trois même mêmes que qu' qui quoi quel quelle quels quelles dont
        où comment pourquoi combien ici là voici voilà bien plus moins très trop peu beaucoup souvent parfois toujours
        jamais récemment actuellement aujourd'hui hier soit soient soient notons remarquons considérons supposons
        rappelons posons montrons voir est sont était étaient sera seront a ont avait peut peuvent doit doivent grâce
        afin lors hormis sauf quant concernant étant cela celui celle ceux celles inversement réciproquement
        contrairement conformément désormais dorénavant
    """),
    ordinals=False,
)

OTHER = Language(
    never=ENGLISH.never | (GERMAN.never - _words("etwa so fr st")) | (FRENCH.never),
    number=ENGLISH.number | GERMAN.number | FRENCH.number,
    may_end=ENGLISH.may_end | GERMAN.may_end | FRENCH.may_end,
    starters=ENGLISH.starters | GERMAN.starters | FRENCH.starters,
    ordinals=True,
)

_BY_CODE = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH}


def lists(code: str) -> Language:
    """Return the lists of the language with this code (`argcheck.language`)."""
    return _BY_CODE.get(code, OTHER)
