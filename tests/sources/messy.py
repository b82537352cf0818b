"""Entries as authors write them, and the records that indexes hold of the works: valid, invented and altered ones.

Each valid entry is a work that exists, written as reference lists do: accents as commands, abbreviations, subtitles
left out, reprints, translations.  None of them is wrong.
"""

from __future__ import annotations

from typing import NamedTuple

from services import Work, work


class Case(NamedTuple):
    """One entry and the record of its work, if an index has one."""

    bib: str
    record: Work | None = None


def case(kind: str, fields: str, record: Work | None = None) -> Case:
    """Write an entry; ``fields`` as ``name=value | name=value``, the key first."""
    key, *pairs = fields.split(" | ")
    lines = [f"  {name} = {{{value}}}," for name, _, value in (pair.partition("=") for pair in pairs)]
    return Case(f"@{kind}{{{key},\n" + "\n".join(lines) + "\n}\n", record)


def article(fields: str, *record: str, **more: object) -> Case:
    """Write an article; ``record`` is title, authors, year, venue as the index has them."""
    return _of("article", fields, record, more)


def book(fields: str, *record: str, **more: object) -> Case:
    """Write a book."""
    return _of("book", fields, record, {"type": "book", **more})


def talk(fields: str, *record: str, **more: object) -> Case:
    """Write a conference paper."""
    return _of("inproceedings", fields, record, {"type": "proceedings-article", **more})


def _of(kind: str, fields: str, record: tuple[str, ...], more: dict[str, object]) -> Case:
    title, authors, year, venue = record
    key = fields.partition(" | ")[0]
    doi = str(more.pop("doi", f"10.5555/{key}"))
    return case(kind, fields, work(doi, title, authors, int(year), venue, **more))


VALID = [
    # accents and commands
    article(r'goedel | author=Kurt G{\"o}del | title={\"U}ber formal unentscheidbare S{\"a}tze der {\em Principia Mathematica} und verwandter Systeme {I} | journal=Monatshefte f{\"u}r Mathematik und Physik | volume=38 | pages=173--198 | year=1931', "Über formal unentscheidbare Sätze der Principia Mathematica und verwandter Systeme I", "Gödel, Kurt", "1931", "Monatshefte für Mathematik und Physik", volume="38-38", page="173-198"),
    article(r"erdos | author=Erd\H{o}s, P. and R\'enyi, A. | title=On the evolution of random graphs | journal=Publ. Math. Inst. Hung. Acad. Sci. | year=1960 | volume=5 | pages=17--60", "On the evolution of random graphs", "Erdős, Paul; Rényi, Alfréd", "1960", "Publications of the Mathematical Institute of the Hungarian Academy of Sciences", volume="5", page="17-60"),
    article(r"itoh | author=It\^o, Kiyosi | title=Stochastic integral | journal=Proc. Imp. Acad. Tokyo | year=1944 | volume=20 | pages=519--524", "Stochastic integral", "Itô, Kiyosi", "1944", "Proceedings of the Imperial Academy", volume="20", page="519-524"),
    article(r"lukas | author={\L}ukasiewicz, Jan | title=O logice tr{\'o}jwarto{\'s}ciowej | journal=Ruch Filozoficzny | year=1920 | volume=5 | pages=170--171", "O logice trójwartościowej", "Łukasiewicz, Jan", "1920", "Ruch Filozoficzny", volume="5", page="170-171"),
    article(r"angstrom | author=\AA{}ngstr\"om, A. J. | title=Optische Untersuchungen | journal=Annalen der Physik und Chemie | year=1855 | volume=94 | pages=141--165", "Optische Untersuchungen", "Ångström, A. J.", "1855", "Annalen der Physik und Chemie", volume="170", page="141-165"),
    article(r"cech | author=\v{C}ech, Eduard | title=On bicompact spaces | journal=Annals of Mathematics | year=1937 | volume=38 | pages=823--844", "On Bicompact Spaces", "Cech, Eduard", "1937", "The Annals of Mathematics", volume="38", page="823"),
    article(r"sokal | author=Sok{\'a}l, Ond{\v r}ej | title=Phase transitions of the {P}otts model on $\mathbb{Z}^2$ lattices | journal=J. Phys. A | year=2003 | volume=36 | pages=1--20", "Phase transitions of the Potts model on &lt;i&gt;Z&lt;/i&gt;&lt;sup&gt;2&lt;/sup&gt; lattices", "Sokál, Ondřej", "2003", "Journal of Physics A: Mathematical and General", volume="36", page="1-20"),
    article(r"weiss | author=Wei{\ss}, J{\"u}rgen | title=Die Stra{\ss}e als Gew{\"o}hnungsraum der St{\"a}dte | journal=Z. Soziol. | year=1988 | volume=17", "Die Strasse als Gewöhnungsraum der Städte", "Weiss, Jurgen", "1988", "Zeitschrift für Soziologie", volume="17"),
    article(r"nunez | author=N\'u\~nez, Mar\'{\i}a Jos\'e | title=Efecto de la temperatura en la germinaci{\'o}n | journal=Rev. Chil. Hist. Nat. | year=1999 | volume=72", "Efecto de la temperatura en la germinación", "Núñez, M. J.", "1999", "Revista Chilena de Historia Natural", volume="72"),
    article(r"beta | author=Smith, J. D. | title=The role of {TGF}-$\beta$1 in wound healing of $\alpha$-deficient mice | journal=J Clin Invest | year=2001 | volume=107", "The role of TGF-β1 in wound healing of α-deficient mice", "Smith, John D.", "2001", "Journal of Clinical Investigation", volume="107"),
    article(r"amp | author=O'Neil, Sarah | title=Research \& development spending of small firms | journal=R\&D Management | year=1995 | volume=25", "Research & Development Spending of Small Firms", "O’Neil, Sarah", "1995", "R&amp;D Management", volume="25"),
    article(r"caps | author=CHEN, T. F. AND CHAN, R. H. | title=ADVANCES IN NONLINEAR PRECONDITIONING OF TOEPLITZ SYSTEMS | journal=SIAM REVIEW | year=1996 | volume=38", "Advances in Nonlinear Preconditioning of Toeplitz Systems", "Chen, T. F.; Chan, Raymond H.", "1996", "SIAM Review", volume="38"),
    # lists that go on
    article("others1 | author=Abbott, B. P. and others | title=Observation of gravitational waves from a binary black hole merger | journal=Phys. Rev. Lett. | volume=116 | pages=061102 | year=2016", "Observation of Gravitational Waves from a Binary Black Hole Merger", "Abbott, B. P.; Abbott, R.; Abbott, T. D.; Abernathy, M. R.; Acernese, F.", "2016", "Physical Review Letters", volume="116", page="061102"),
    article("others2 | author=Jumper, John and Evans, Richard and others | title=Highly accurate protein structure prediction with {AlphaFold} | journal=Nature | volume=596 | pages=583--589 | year=2021", "Highly accurate protein structure prediction with AlphaFold", "Jumper, John; Evans, Richard; Pritzel, Alexander; Green, Tim; Figurnov, Michael", "2021", "Nature", volume="596", page="583-589"),
    article("etal | author=Lander, E. S. and et al. | title=Initial sequencing and analysis of the human genome | journal=Nature | volume=409 | year=2001", "Initial sequencing and analysis of the human genome", "Lander, Eric S.; Linton, Lauren M.; Birren, Bruce; Nusbaum, Chad", "2001", "Nature", volume="409"),
    article("collab | author={{ATLAS Collaboration}} | title=Observation of a new particle in the search for the Standard Model Higgs boson with the ATLAS detector at the LHC | journal=Phys. Lett. B | volume=716 | pages=1 | year=2012", "Observation of a new particle in the search for the Standard Model Higgs boson with the ATLAS detector at the LHC", "Aad, G.; Abajyan, T.; Abbott, B.", "2012", "Physics Letters B", volume="716", page="1-29"),
    talk("deng | author=Jia Deng and Wei Dong and others | title={ImageNet}: A large-scale hierarchical image database | booktitle=CVPR | year=2009", "ImageNet: A large-scale hierarchical image database", "Deng, Jia; Dong, Wei; Socher, Richard; Li, Li-Jia; Li, Kai; Fei-Fei, Li", "2009", "2009 IEEE Conference on Computer Vision and Pattern Recognition"),
    article("who | author={World Health Organization} | title=Global burden of low back pain in working adults | journal=Bull. World Health Organ. | year=2005 | volume=83", "Global burden of low back pain in working adults", "World Health Organization", "2005", "Bulletin of the World Health Organization", volume="83"),
    article("first3 | author=Vaswani, A. and Shazeer, N. and Parmar, N. | title=Attention mechanisms for long sequences of symbols | journal=Neural Netw. | year=2018", "Attention mechanisms for long sequences of symbols", "Vaswani, Ashish; Shazeer, Noam; Parmar, Niki", "2018", "Neural Networks"),
    # editions and their numbers
    book("lamport | author=Leslie Lamport | title={\\LaTeX}: A Document Preparation System | edition=2nd | publisher=Addison-Wesley | year=1994", "LaTeX: a document preparation system", "Lamport, Leslie", "1986", "Addison-Wesley"),
    book("gelman | author=Gelman, A. and Carlin, J. B. and Stern, H. S. and Rubin, D. B. | title=Bayesian Data Analysis | edition=2 | publisher=Chapman \\& Hall | year=2004", "Bayesian Data Analysis", "Gelman, Andrew; Carlin, John B.; Stern, Hal S.; Dunson, David B.; Vehtari, Aki; Rubin, Donald B.", "2013", "Chapman and Hall/CRC"),
    book("knuth | author=Donald E. Knuth | title=The Art of Computer Programming, Volume 1: Fundamental Algorithms | edition=Third | publisher=Addison-Wesley | year=1997", "The Art of Computer Programming", "Knuth, Donald Ervin", "1968", "Addison-Wesley", subtitle="Fundamental Algorithms"),
    book("cormen | author=Cormen, T. and Leiserson, C. and Rivest, R. | title=Introduction to Algorithms | publisher=MIT Press | year=1990", "Introduction to algorithms", "Cormen, Thomas H.; Leiserson, Charles E.; Rivest, Ronald L.; Stein, Clifford", "2009", "MIT Press"),
    book("hastie | author=Hastie, Trevor and Tibshirani, Robert and Friedman, Jerome | title=The Elements of Statistical Learning | edition=2nd | year=2009 | publisher=Springer", "The Elements of Statistical Learning: Data Mining, Inference, and Prediction", "Hastie, Trevor; Tibshirani, Robert; Friedman, Jerome", "2001", "Springer Series in Statistics"),
    book("strunk | author=Strunk, Jr., William and White, E. B. | title=The Elements of Style | edition=4th | year=2000 | publisher=Longman", "The Elements of Style", "Strunk, William; White, E. B.", "1959", "Macmillan"),
    book("landau | author=Landau, L. D. and Lifshitz, E. M. | title=Mechanics | edition=3 | volume=1 | year=1976 | publisher=Butterworth-Heinemann", "Mechanics", "Landau, L. D.; Lifshits, E. M.", "1960", "Pergamon"),
    book("press | author=Press, William H. and Teukolsky, Saul A. and Vetterling, William T. and Flannery, Brian P. | title=Numerical Recipes in {C}: The Art of Scientific Computing | edition=2nd | year=1992 | publisher=Cambridge", "Numerical recipes in C: the art of scientific computing", "Press, William H.; Flannery, Brian P.; Teukolsky, Saul A.; Vetterling, William T.", "1988", "Cambridge University Press"),
    # translations
    book("kant | author=Kant, Immanuel | title=Critique of Pure Reason | translator=Paul Guyer and Allen W. Wood | publisher=Cambridge University Press | year=1998", "Kritik der reinen Vernunft", "Kant, Immanuel", "1781", "Johann Friedrich Hartknoch"),
    article("kolmo | author=Kolmogorov, A. N. | title=Interpolation and extrapolation of stationary random sequences | journal=Izv. Akad. Nauk SSSR Ser. Mat. | year=1941 | volume=5 | note=In Russian", "Interpolation and extrapolation of stationary random sequences", "Колмогоров, А. Н.", "1941", "Izvestiya Akademii Nauk SSSR. Seriya Matematicheskaya", volume="5"),
    article('einstein | author=Einstein, A. | title=Zur Elektrodynamik bewegter K{\\"o}rper | journal=Ann. Phys. | volume=322 | number=10 | pages=891--921 | year=1905', "Zur Elektrodynamik bewegter Körper", "Einstein, A.", "1905", "Annalen der Physik", volume="17", page="891-921"),
    article("levenshtein | author=Levenshtein, V. I. | title=Binary codes capable of correcting deletions, insertions and reversals | journal=Soviet Physics Doklady | volume=10 | pages=707--710 | year=1966", "Binary codes capable of correcting deletions, insertions, and reversals", "Levenshtein, Vladimir I.", "1965", "Doklady Akademii Nauk SSSR", volume="163", page="845-848"),
    article("pontr | author=Pontryagin, L. S. and Boltyanskii, V. G. | title=The theory of optimal processes {I}: the maximum principle [in Russian] | journal=Izv. Akad. Nauk SSSR | year=1960 | volume=24", "The theory of optimal processes. I. The maximum principle", "Pontryagin, L. S.; Boltyanskij, V. G.", "1960", "Izvestiya Akademii Nauk SSSR", volume="24"),
    # with discussion, part of a series of communications
    article("tibsh | author=Efron, B. and Hastie, T. and Johnstone, I. and Tibshirani, R. | title=Least angle regression (with discussion) | journal=Ann. Statist. | volume=32 | pages=407--499 | year=2004", "Least angle regression", "Efron, Bradley; Hastie, Trevor; Johnstone, Iain; Tibshirani, Robert", "2004", "The Annals of Statistics", volume="32", page="407-499"),
    article("besag | author=Besag, J. | title=Spatial interaction and the statistical analysis of lattice systems (with discussions) | journal=J. R. Stat. Soc. B | volume=36 | pages=192--236 | year=1974", "Spatial Interaction and the Statistical Analysis of Lattice Systems", "Besag, Julian", "1974", "Journal of the Royal Statistical Society: Series B (Methodological)", volume="36", page="192-225"),
    article("green | author=Spiegelhalter, D. J. and Best, N. G. | title=Bayesian measures of model complexity and fit (with comments and a rejoinder by the authors) | journal=JRSSB | volume=64 | year=2002", "Bayesian Measures of Model Complexity and Fit", "Spiegelhalter, David J.; Best, Nicola G.", "2002", "Journal of the Royal Statistical Society Series B: Statistical Methodology", volume="64"),
    article('hilbert | author=Hilbert, D. | title=Grundz{\\"u}ge einer allgemeinen Theorie der linearen Integralgleichungen. ({E}rste {M}itteilung) | journal=Nachr. Ges. Wiss. G{\\"o}ttingen | year=1904 | pages=49--91', "Grundzüge einer allgemeinen Theorie der linearen Integralgleichungen", "Hilbert, David", "1904", "Nachrichten von der Gesellschaft der Wissenschaften zu Göttingen", page="49-91"),
    article('schroed | author=Schr{\\"o}dinger, E. | title=Quantisierung als Eigenwertproblem (Erste Mitteilung) | journal=Annalen der Physik | volume=384 | pages=361--376 | year=1926', "Quantisierung als Eigenwertproblem", "Schrödinger, E.", "1926", "Annalen der Physik", volume="79", page="361-376"),
    article("invited | author=Ioannidis, J. P. A. | title=Stealth research and small data sets [invited paper] | journal=JAMA | volume=313 | year=2015", "Stealth Research and Small Data Sets", "Ioannidis, John P. A.", "2015", "JAMA", volume="313"),
    article("brief | author=Lee, Ann | title=Rapid spread of a resistant strain in hospitals (brief report) | journal=Clin. Infect. Dis. | volume=40 | year=2005", "Rapid Spread of a Resistant Strain in Hospitals", "Lee, Ann", "2005", "Clinical Infectious Diseases", volume="40"),
    # subtitles
    article("sub1 | author=Benjamini, Y. and Hochberg, Y. | title=Controlling the false discovery rate | journal=J. Roy. Statist. Soc. Ser. B | volume=57 | pages=289--300 | year=1995", "Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing", "Benjamini, Yoav; Hochberg, Yosef", "1995", "Journal of the Royal Statistical Society Series B: Statistical Methodology", volume="57", page="289-300"),
    article("sub2 | author=Tversky, Amos and Kahneman, Daniel | title=Judgment under uncertainty: heuristics and biases. Biases in judgments reveal some heuristics of thinking under uncertainty | journal=Science | volume=185 | year=1974", "Judgment under Uncertainty: Heuristics and Biases", "Tversky, Amos; Kahneman, Daniel", "1974", "Science", volume="185"),
    book("sub3 | author=Kuhn, T. | title=The Structure of Scientific Revolutions: 50th Anniversary Edition | publisher=University of Chicago Press | year=2012", "The Structure of Scientific Revolutions", "Kuhn, Thomas S.", "1962", "University of Chicago Press"),
    talk("sub4 | author=Devlin, Jacob and Chang, Ming-Wei and Lee, Kenton and Toutanova, Kristina | title=BERT | booktitle=NAACL | year=2019", "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding", "Devlin, Jacob; Chang, Ming-Wei; Lee, Kenton; Toutanova, Kristina", "2019", "Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational Linguistics"),
    article("sub5 | author=Robins, J. | title=A new approach to causal inference in mortality studies with a sustained exposure period---application to control of the healthy worker survivor effect | journal=Mathematical Modelling | year=1986 | volume=7", "A new approach to causal inference in mortality studies with a sustained exposure period—application to control of the healthy worker survivor effect", "Robins, James", "1986", "Mathematical Modelling", volume="7"),
    article("sub6 | author=Shannon, C. E. | title=A Mathematical Theory of Communication | journal=Bell Syst. Tech. J. | volume=27 | number=3 | pages=379--423 | year=1948", "A Mathematical Theory of Communication", "Shannon, C. E.", "1948", "Bell System Technical Journal", volume="27", page="379-423"),
    article("sub7 | author=Liberati, A. and Altman, D. G. | title=The {PRISMA} statement for reporting systematic reviews | journal=BMJ | volume=339 | year=2009", "The PRISMA statement for reporting systematic reviews and meta-analyses of studies that evaluate healthcare interventions: explanation and elaboration", "Liberati, A.; Altman, D. G.", "2009", "BMJ", volume="339"),
    article("sub8 | author=Ross, Sheldon | title=Queueing in Hospitals | subtitle=A Survey of Models | journal=Oper. Res. | year=1999 | volume=47", "Queueing in Hospitals", "Ross, Sheldon", "1999", "Operations Research", volume="47", subtitle="A Survey of Models"),
    # reprints and their originals
    book("darwin | author=Darwin, Charles | title=On the Origin of Species | year=2003 | publisher=Broadview | note=Reprint of the 1859 edition", "On the Origin of Species by Means of Natural Selection", "Darwin, Charles", "1859", "John Murray"),
    article("turing | author=Turing, A. M. | title=On computable numbers, with an application to the {E}ntscheidungsproblem | journal=Proc. London Math. Soc. | volume=s2-42 | year=1937 | pages=230--265", "On Computable Numbers, with an Application to the Entscheidungsproblem", "Turing, A. M.", "1936", "Proceedings of the London Mathematical Society", volume="s2-42", page="230-265"),
    article("repr | author=Coase, R. H. | title=The nature of the firm | journal=Economica | year=1991 | note=Reprinted from 1937", "The Nature of the Firm", "Coase, R. H.", "1937", "Economica", volume="4"),
    case("incollection", "repr2 | author=Nash, John F. | title=Equilibrium points in n-person games | booktitle=Classics in Game Theory | year=1997 | publisher=Princeton", work("10.5555/repr2", "Equilibrium points in <i>n</i>-person games", "Nash, John F.", 1950, "Proceedings of the National Academy of Sciences", volume="36")),
    book("wittg | author=Wittgenstein, Ludwig | title=Tractatus Logico-Philosophicus | year=2001 | publisher=Routledge", "Tractatus logico-philosophicus", "Wittgenstein, Ludwig", "1922", "Kegan Paul"),
    # journals by their abbreviations
    *(
        article(f"abbr{n} | author={author} | title={title} | journal={short} | volume={n + 3} | year={1990 + n}", title, author, str(1990 + n), full, volume=str(n + 3))
        for n, (author, title, short, full) in enumerate([
            ("Adams, Ann", "Slow decay of correlations in driven lattice gases", "J. Stat. Phys.", "Journal of Statistical Physics"),
            ("Baker, Bea", "Reaction rates of small radicals at low pressure", "J. Phys. Chem.", "The Journal of Physical Chemistry"),
            ("Clark, Cal", "Total synthesis of a bridged alkaloid from simple sugars", "JACS", "Journal of the American Chemical Society"),
            ("Davis, Dee", "Zur Synthese verbrückter Alkaloide aus Zuckern", "Angew. Chem. Int. Ed.", "Angewandte Chemie International Edition"),
            ("Evans, Eve", "Stellar winds of massive binaries in the infrared", "A&A", "Astronomy &amp; Astrophysics"),
            ("Fox, Flo", "The mass function of old open clusters", "MNRAS", "Monthly Notices of the Royal Astronomical Society"),
            ("Green, Gus", "Spectra of faint quasars behind galaxy clusters", "ApJL", "The Astrophysical Journal Letters"),
            ("Hall, Hal", "Bounds for exponential sums over smooth numbers", "Acta Arith.", "Acta Arithmetica"),
            ("Irwin, Ida", "Compactness of minimal surfaces with small curvature", "Comm. Pure Appl. Math.", "Communications on Pure and Applied Mathematics"),
            ("Jones, Jo", "Outcomes of early discharge after hip surgery", "NEJM", "New England Journal of Medicine"),
            ("King, Kay", "Low dose imaging of nodules in former smokers", "Am. J. Respir. Crit. Care Med.", "American Journal of Respiratory and Critical Care Medicine"),
            ("Lane, Lou", "Prices of rural land after the reform", "Q. J. Econ.", "The Quarterly Journal of Economics"),
            ("Moss, Max", "Sparse grids for parabolic equations with rough data", "SIAM J. Numer. Anal.", "SIAM Journal on Numerical Analysis"),
            ("Nash, Ned", "A kernel for the sequence of protein folds", "PNAS", "Proceedings of the National Academy of Sciences"),
            ("Owen, Ora", "Hidden units that move in deep networks", "IEEE Trans. Pattern Anal. Mach. Intell.", "IEEE Transactions on Pattern Analysis and Machine Intelligence"),
            ("Park, Pia", "Seed dispersal by ants in dry woodland", "Oecologia (Berl.)", "Oecologia"),
            ("Quinn, Quin", "Turbulent flow over a bed of spheres", "J. Fluid Mech.", "Journal of Fluid Mechanics"),
            ("Reed, Ron", "A protein that binds the cap of the messenger", "EMBO J", "The EMBO Journal"),
            ("Shaw, Sue", "Strain in thin films of barium titanate", "Phys. Rev. B: Condens. Matter", "Physical Review B"),
            ("Todd, Tom", "Memory for faces after a long delay", "J. Exp. Psychol. Gen.", "Journal of Experimental Psychology: General"),
            ("Urban, Una", "Spin waves in doped ladders at finite field", "Z. Phys. B", "Zeitschrift für Physik B Condensed Matter"),
            ("Vance, Val", "On the roots of random polynomials with real coefficients", "C. R. Acad. Sci. Paris", "Comptes Rendus de l'Académie des Sciences - Series I - Mathematics"),
            ("Wolf, Wes", "Growth of wheat under dim light in winter", "Ann. Bot. (Lond.)", "Annals of Botany"),
            ("Young, Yan", "The bootstrap for weakly dependent panels", "J. Am. Stat. Assoc.", "Journal of the American Statistical Association"),
        ])
    ),
    # conference and journal version
    talk("conf1 | author=Goodfellow, Ian and Pouget-Abadie, Jean and Mirza, Mehdi | title=Generative adversarial nets | booktitle=Advances in Neural Information Processing Systems | year=2014", "Generative Adversarial Nets", "Goodfellow, Ian; Pouget-Abadie, Jean; Mirza, Mehdi", "2014", "Neural Information Processing Systems"),
    article("conf2 | author=Blei, David M. and Ng, Andrew Y. and Jordan, Michael I. | title=Latent {D}irichlet allocation | journal=JMLR | volume=3 | pages=993--1022 | year=2003", "Latent Dirichlet Allocation", "Blei, David M.; Ng, Andrew Y.; Jordan, Michael I.", "2001", "Advances in Neural Information Processing Systems 14", type="proceedings-article"),
    talk("conf3 | author=Girshick, Ross | title=Fast {R-CNN} | booktitle=Proc. ICCV | year=2015", "Fast R-CNN", "Girshick, Ross", "2015", "2015 IEEE International Conference on Computer Vision (ICCV)"),
    article("conf4 | author=Ren, Shaoqing and He, Kaiming and Girshick, Ross and Sun, Jian | title=Faster R-CNN: Towards real-time object detection with region proposal networks | journal=IEEE TPAMI | volume=39 | year=2017", "Faster R-CNN: Towards Real-Time Object Detection with Region Proposal Networks", "Ren, Shaoqing; He, Kaiming; Girshick, Ross; Sun, Jian", "2015", "Advances in Neural Information Processing Systems"),
    talk("conf5 | author=Lamport, Leslie | title=Paxos made simple for engineers | booktitle=PODC '01 | year=2001", "Paxos Made Simple for Engineers", "Lamport, Leslie", "2001", "ACM SIGACT News", type="journal-article"),
    talk("conf6 | author=Dean, Jeffrey and Ghemawat, Sanjay | title=MapReduce: Simplified data processing on large clusters | booktitle=OSDI | year=2004", "MapReduce: simplified data processing on large clusters", "Dean, Jeffrey; Ghemawat, Sanjay", "2008", "Communications of the ACM", volume="51", type="journal-article"),
    # one volume, two counts
    article('vol1 | author=Noether, E. | title=Invariante Variationsprobleme | journal=Nachr. K\\"onigl. Ges. Wiss. G\\"ottingen, Math.-Phys. Kl. | year=1918 | pages=235--257', "Invariante Variationsprobleme", "Noether, E.", "1918", "Nachrichten von der Gesellschaft der Wissenschaften zu Göttingen, Mathematisch-Physikalische Klasse", page="235-257"),
    article("vol2 | author=Planck, M. | title=Ueber das Gesetz der Energieverteilung im Normalspectrum | journal=Annalen der Physik | volume=4 | pages=553--563 | year=1901", "Ueber das Gesetz der Energieverteilung im Normalspectrum", "Planck, Max", "1901", "Annalen der Physik", volume="309", page="553-563"),
    article("vol3 | author=Wilson, R. | title=The colours of planar maps revisited | journal=J. London Math. Soc. (2) | volume=s2-12 | pages=1--9 | year=1976", "The Colours of Planar Maps Revisited", "Wilson, R.", "1976", "Journal of the London Mathematical Society", volume="12", page="1-9"),
    article("vol4 | author=Meyer, Mia | title=Heat transport in porous rock under load | journal=J. Geophys. Res. Solid Earth | volume=B91 | pages=B1234--B1245 | year=1986", "Heat transport in porous rock under load", "Meyer, Mia", "1986", "Journal of Geophysical Research", volume="91", page="1234-1245"),
    # chapters, reports, theses, data, software, standards, laws
    case("incollection", "chap1 | author=Rumelhart, D. E. and Hinton, G. E. and Williams, R. J. | title=Learning internal representations by error propagation | booktitle=Parallel Distributed Processing, Vol. 1 | publisher=MIT Press | year=1986 | pages=318--362", work("10.5555/chap1", "Learning Internal Representations by Error Propagation", "Rumelhart, David E.; Hinton, Geoffrey E.; Williams, Ronald J.", 1988, "Readings in Cognitive Science", type="book-chapter", page="399-421")),
    case("inbook", "chap2 | author=Arrow, Kenneth | title=Economic welfare and the allocation of resources for invention | booktitle=The Rate and Direction of Inventive Activity | publisher=Princeton | year=1962", work("10.5555/chap2", "Economic Welfare and the Allocation of Resources for Invention", "Arrow, K. J.", 1972, "Readings in Industrial Economics", type="book-chapter")),
    case("incollection", "chap3 | author=Rawls, John | title=Justice as fairness in public debate | booktitle=Handbook of Political Theory | editor=Miller, D. | year=1999", work("10.5555/chap3", "Justice as Fairness in Public Debate", "Rawls, John", 1999, "Oxford Handbook of Political Theory", type="book-chapter")),
    case("techreport", "rep1 | author=Page, Lawrence and Brin, Sergey and Motwani, Rajeev and Winograd, Terry | title=The {PageRank} citation ranking: Bringing order to the web | institution=Stanford InfoLab | number=1999-66 | year=1999"),
    case("techreport", "rep2 | author={IPCC} | title=Climate Change 2021: The Physical Science Basis | institution=Cambridge University Press | year=2021", work("10.1017/9781009157896", "Climate Change 2021 – The Physical Science Basis", "Intergovernmental Panel on Climate Change (IPCC)", 2023, "Cambridge University Press", type="book")),
    case("phdthesis", "thes1 | author=Fielding, Roy Thomas | title=Architectural Styles and the Design of Network-based Software Architectures | school=University of California, Irvine | year=2000"),
    case("mastersthesis", 'thes2 | author=Hochreiter, Sepp | title=Untersuchungen zu dynamischen neuronalen Netzen | school=TU M{\\"u}nchen | year=1991'),
    case("dataset", "data1 | author=Fisher, R. A. | title=Iris | publisher=UCI Machine Learning Repository | year=1988 | doi=10.24432/C56C76", work("10.24432/c56c76", "Iris", "Fisher, R. A.", 1936, "UCI Machine Learning Repository", general="Dataset", type="dataset")),
    case("misc", "soft1 | author={R Core Team} | title=R: A Language and Environment for Statistical Computing | howpublished=R Foundation, Vienna | year=2023 | url=https://www.r-project.org"),
    case("software", "soft2 | author=Harris, Charles and others | title=numpy/numpy: v1.19.2 | publisher=Zenodo | year=2020 | version=1.19.2"),
    case("manual", "soft3 | title=PostgreSQL 16 Documentation | organization=PostgreSQL Global Development Group | year=2023"),
    case("misc", "std1 | key=ISO | title={ISO/IEC} 9899:2018 Information technology -- Programming languages -- {C} | year=2018"),
    case("standard", "std2 | author=Rescorla, E. | title=The Transport Layer Security ({TLS}) Protocol Version 1.3 | number=RFC 8446 | year=2018 | doi=10.17487/RFC8446", work("10.17487/rfc8446", "The Transport Layer Security (TLS) Protocol Version 1.3", "Rescorla, E.", 2018, "RFC Editor", type="standard")),
    case("legislation", "law1 | title=Regulation (EU) 2016/679 (General Data Protection Regulation) | year=2016"),
    case("misc", "law2 | author={European Parliament} | title=Directive 2000/60/EC establishing a framework for water policy | year=2000"),
    case("jurisdiction", "law3 | title=Brown v. Board of Education | year=1954"),
    case("online", "web1 | author=Olah, Christopher | title=Understanding {LSTM} Networks | url=https://colah.github.io/posts/2015-08-Understanding-LSTMs/ | year=2015"),
    case("unpublished", "unp1 | author=Doe, Jane | title=Notes on a conversation about lattices | note=Personal communication | year=2019"),
    # names
    article("name1 | author=van der Waals, J. D. | title=The thermodynamic theory of capillarity under the hypothesis of a continuous variation of density | journal=J. Stat. Phys. | year=1979 | volume=20", "The thermodynamic theory of capillarity under the hypothesis of a continuous variation of density", "Waals, J. D. van der", "1979", "Journal of Statistical Physics", volume="20"),
    article("name2 | author=Li Wei and Zhang, Xiao-Ming | title=Nanotubes as sensors of humidity in soil | journal=Sensors | year=2012 | volume=12", "Nanotubes as sensors of humidity in soil", "Wei, Li; Zhang, Xiaoming", "2012", "Sensors", volume="12"),
    article("name3 | author=de la Vall{\\'e}e Poussin, C. J. | title=Sur l'int\\'egrale de {L}ebesgue | journal=Trans. Amer. Math. Soc. | year=1915 | volume=16", "Sur l’intégrale de Lebesgue", "de la Vallée Poussin, Ch.", "1915", "Transactions of the American Mathematical Society", volume="16"),
    article("name4 | author=King Jr., Martin and Smith, III, Adam | title=Voting rights in small southern counties | journal=Am. Polit. Sci. Rev. | year=1966 | volume=60", "Voting Rights in Small Southern Counties", "King, Martin; Smith, Adam", "1966", "American Political Science Review", volume="60"),
    article("name5 | author=Fern\\'andez-Garc\\'{\\i}a, Jos\\'e Luis | title=El agua en los suelos de Almer{\\'i}a | journal=Geoderma | year=2004 | volume=120", "El agua en los suelos de Almería", "Fernandez Garcia, J. L.", "2004", "Geoderma", volume="120"),
    article("name6 | author=Student | title=The probable error of a mean | journal=Biometrika | year=1908 | volume=6 | pages=1--25", "The Probable Error of a Mean", "Student", "1908", "Biometrika", volume="6", page="1-25"),
    # slips, years between online and print, preprints, identifiers
    article("slip1 | author=Krizhevsky, Alex and Sutskever, Ilya and Hinton, Geoffrey E. | title=Imagenet classification with deep convolutional neural networks | journal=Communications of the ACM | year=2017 | volume=60", "ImageNet classification with deep convolutional neural networks", "Krizhevsky, Alex; Sutskever, Ilya; Hinton, Geoffrey E.", "2012", "Advances in Neural Information Processing Systems"),
    article("slip2 | author=Kalman, R. | title=A new aproach to linear filtering and prediction problems | journal=J. Basic Eng. | year=1960 | volume=82", "A New Approach to Linear Filtering and Prediction Problems", "Kalman, R. E.", "1960", "Journal of Basic Engineering", volume="82"),
    article("slip3 | author=Berg, Ida | title=Tidal mixing in narrow Arctic fjords | journal=Ocean Modelling | year=2011 | volume=36 | doi=https://doi.org/10.5555/SLIP3.", "Tidal mixing in narrow Arctic fjords", "Berg, Ida", "2010", "Ocean Modelling", volume="36", doi="10.5555/slip3"),
    article("pre1 | author=Kingma, Diederik P. and Ba, Jimmy | title=Adam: A Method for Stochastic Optimization | journal=CoRR | volume=abs/1412.6980 | year=2014", "Adam: A Method for Stochastic Optimization", "Kingma, Diederik P.; Ba, Jimmy", "2015", "International Conference on Learning Representations"),
    article("pre2 | author=Roe, Rob and Poe, Pat | title=Sampling from Gibbs measures by random tilings | journal=arXiv preprint arXiv:1801.01234 | year=2018", "Sampling from Gibbs measures by random tilings", "Roe, Rob; Poe, Pat", "2020", "Annals of Probability", volume="48"),
    article("press1 | author=Kim, Kim | title=Learned indexes for skewed keys on flash | journal=VLDB J. | note=to appear | year=2019", "Learned indexes for skewed keys on flash", "Kim, Kim", "2020", "The VLDB Journal", volume="29"),
    article("series | author=Ford, Fay | title=Graph minors of bounded width. II. Algorithms | journal=J. Combin. Theory Ser. B | year=1986 | volume=41", "Graph minors of bounded width. II. Algorithms", "Ford, Fay", "1986", "Journal of Combinatorial Theory, Series B", volume="41"),
    article("dash | author=Bose, S. N. | title=Non-linear, long-range order in (2+1)-dimensional spin--orbit systems | journal=Phys.\\ Rev.\\ D | year=1999 | volume=60", "Nonlinear long-range order in (2 + 1)-dimensional spin-orbit systems", "Bose, S. N.", "1999", "Physical Review D", volume="60"),
    article("quote | author=Black, Fischer | title=``{N}oise'' and the price of options | journal=J. Finance | year=1986 | volume=41", "“Noise” and the Price of Options", "Black, Fischer", "1986", "The Journal of Finance", volume="41"),
    article("brit | author=Ward, Ian | title=The colour of nests: modelling the choices of neighbours | journal=Behaviour | year=1992 | volume=120", "The Color of Nests: Modeling the Choices of Neighbors", "Ward, Ian", "1992", "Behaviour", volume="120"),
    article("suppl | author=Webb, Eve | title=Vitamin status of older adults in care | journal=Am J Clin Nutr | year=1993 | volume=57 Suppl 2 | pages=S12--S18", "Vitamin status of older adults in care", "Webb, Eve", "1993", "The American Journal of Clinical Nutrition", volume="57", page="12S-18S"),
    article("article-number | author=Hale, Hugh | title=Noise floors of levitated nanospheres | journal=Phys. Rev. A | year=2015 | volume=91 | pages=051805(R)", "Noise floors of levitated nanospheres", "Hale, Hugh", "2015", "Physical Review A", volume="91", page="051805"),
    article("short-pages | author=Gray, Gil | title=Acoustic modes of cracked bells in towers | journal=J. Acoust. Soc. Am. | year=2001 | volume=109 | pages=2345--51", "Acoustic modes of cracked bells in towers", "Gray, Gil", "2001", "The Journal of the Acoustical Society of America", volume="109", page="2345-2351"),
]  # fmt: skip

#: What searches give besides the work: the same words, and another work.
NEAR = [
    work("10.5555/near1", "Comment on “Sparse grids for parabolic equations with rough data”", "Other, Olga", 2004, "SIAM Journal on Numerical Analysis"),
    work("10.5555/near2", "Review of: The Structure of Scientific Revolutions", "Critic, Carl", 1964, "Isis", type="journal-article"),
    work("10.5555/near3", "The Structure of Scientific Revolutions", "Critic, Carl", 1963, "Mind", type="journal-article"),
    work("10.5555/near4", "Graph minors of bounded width. III. Planar cases", "Ford, Fay", 1988, "Journal of Combinatorial Theory, Series B"),
    work("10.5555/near5", "Retraction: Low dose imaging of nodules in former smokers", "Desk, The", 2003, "American Journal of Respiratory and Critical Care Medicine"),
    work("10.5555/near6", "Bayesian Data Analysis", "Reviewer, Rae", 1996, "Biometrics", type="journal-article"),
    work("10.5555/near7", "Introduction to algorithms", "Writer, Will", 1991, "SIGACT News", type="journal-article"),
    work("10.5555/near8", "Mechanics", "Nobody, Nell", 1999, "Physics World"),
]  # fmt: skip

_SUBJECTS = (
    "thermal creep of layered polymer gels", "voter turnout after ballot reform in small towns", "entropy rates of noisy cellular automata",
    "bird song dialects along river valleys", "credit rationing under adverse weather shocks", "graph sampling with bounded memory budgets",
    "enzyme kinetics inside crowded droplets", "moral intuitions of bilingual speakers", "satellite drag during geomagnetic storms", "soil carbon under rotating legumes",
)  # fmt: skip
_FORMS = (
    "A unified account of {}",
    "{}: evidence from a decade of field data",
    "Rethinking {} for practice",
    "Why {} matters more than assumed",
    "On the limits of {}",
)

#: Works that do not exist, as language models make them up: plausible titles, names and venues; some with a DOI that is registered nowhere.
INVENTED = [
    case(
        "inproceedings" if number % 7 == 3 else "article",
        f"fake{number} | author=Harrow, Anna and Velasquez, Ben | title={_FORMS[number // 10].format(_SUBJECTS[number % 10])}"
        f" | {'booktitle=Proceedings of the Conference on Applied Inquiry' if number % 7 == 3 else 'journal=Journal of Applied Inquiry'} | year={1995 + number % 25} | volume={number}"
        + (f" | doi=10.5555/never.{number}" if number % 3 == 0 else ""),
    )
    for number in range(50)
]


def altered(original: Case, old: str, new: str) -> Case:
    """Change one word of an entry; the record stays."""
    assert old in original.bib, (old, original.bib)
    return Case(original.bib.replace(old, new, 1).replace("{", "{x", 1), original.record)


_BY_KEY = {one.bib.partition("{")[2].partition(",")[0]: one for one in VALID}
_NONCONVEX = book("convex | author=Boyd, Stephen and Vandenberghe, Lieven | title=Convex Optimization | publisher=Cambridge University Press | year=2004", "Convex Optimization", "Boyd, Stephen; Vandenberghe, Lieven", "2004", "Cambridge University Press")  # fmt: skip

#: Existing works with one field that is wrong.
ALTERED = [
    altered(_BY_KEY["abbr0"], "Slow decay", "Rapid growth"),
    altered(_BY_KEY["abbr1"], "Baker, Bea", "Turner, Ted"),
    altered(_BY_KEY["abbr2"], "1992", "1978"),
    altered(_BY_KEY["abbr5"], "MNRAS", "Journal of Organic Chemistry"),
    altered(_BY_KEY["abbr7"], "smooth numbers", "rough numbers"),
    altered(_BY_KEY["abbr8"], "volume = {11}", "volume = {47}"),
    altered(_BY_KEY["abbr9"], "Jones, Jo", "Patel, Pam"),
    altered(_BY_KEY["abbr11"], "2001", "2015"),
    altered(_BY_KEY["abbr13"], "protein folds", "market prices"),
    altered(_BY_KEY["abbr16"], "bed of spheres", "bed of cylinders"),
    altered(_BY_KEY["abbr19"], "Memory for faces", "Memory for places"),
    altered(_BY_KEY["slip3"], "Tidal mixing in narrow Arctic fjords", "Ice cover of wide Antarctic shelves"),
    altered(_BY_KEY["sub2"], "1974", "1989"),
    altered(_BY_KEY["others2"], "Jumper, John and Evans, Richard and others", "Baker, David and Lee, Kim and others"),
    altered(_BY_KEY["deng"], "Jia Deng and Wei Dong and others", "Yann LeCun and Leon Bottou"),
    altered(_BY_KEY["conf3"], "Girshick, Ross", "He, Kaiming"),
    altered(_BY_KEY["short-pages"], "2345--51", "871--880"),
    altered(_BY_KEY["vol2"], "553--563", "1--12"),
    altered(_BY_KEY["name6"], "mean", "median"),
    altered(_BY_KEY["quote"], "J. Finance", "Cell"),
]  # fmt: skip
ALTERED_BOOKS = [
    altered(_NONCONVEX, "Convex", "Nonconvex"),
    altered(_BY_KEY["hastie"], "Elements of Statistical Learning", "Foundations of Statistical Learning"),
    altered(_BY_KEY["lamport"], "Leslie Lamport", "Donald Knuth"),
    altered(_BY_KEY["chap3"], "Rawls, John", "Nozick, Robert"),
]
