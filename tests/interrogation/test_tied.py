"""What a claim of a model may say of the sentence that it quotes: its yes and no, its numbers and their units."""

from __future__ import annotations

import pytest

from argcheck.files.diagnostic import Span
from argcheck.interrogation.shown_parts import NumberedSentence
from argcheck.interrogation.tying import tied

FENCES = "Fences did not hold the sand for longer than one season."
MOVED = "Small dunes moved four metres in weeks of strong wind."
FUND = "The fund lost $2 million in March."
DRUGS = "Neither drug lowered the blood pressure of the patients."
TRIALS = "Although the first trial did not show an effect, the second trial lowered mortality by 5 percent."
DOUBT = "There is no doubt that the dunes moved faster in strong wind."
ALONE = "Facts are never encountered alone; they are filtered through our own cognition."
MAYOR = "The mayor did not sign the law, but the council adopted it in May."
FORMS = "Het middel verlaagde de bloeddruk van 4,5 procent van de patiënten."


def is_tied(sentence, claim, language):
    node = {"sentence": 1, "quote": sentence, "claim": claim}
    return tied(node, {1: NumberedSentence(1, sentence, Span("a", 0, 0), "h")}, language) is not None


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        (FENCES, "Fences held the sand for longer than one season"),
        ("The drug was not better than placebo in any group.", "The drug was better than placebo"),
        ("We found no difference in mortality between the arms.", "There was a difference in mortality between the arms"),
        (DRUGS, "Both drugs lowered the blood pressure of the patients"),
        (TRIALS, "The first trial showed an effect"),
        (TRIALS, "The second trial did not lower mortality by 5 percent"),
        (MOVED, "Small dunes moved four hundred metres in strong wind"),
        (MOVED, "Small dunes moved 4 kilometres in weeks of strong wind"),
        ("The share rose by 3 percent in the valley.", "The share rose by 3 percentage points in the valley"),
        (FUND, "The fund lost 2 billion dollars in March"),
    ],
)  # fmt: skip
def test_another_yes_number_or_unit_is_another_claim(sentence, claim):
    assert not is_tied(sentence, claim, "en")


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("The vaccine failed to protect older patients.", "The vaccine protected older patients"),
        ("The dam hardly lowered the level of the river.", "The dam lowered the level of the river"),
        ("Prices rose only if supply fell.", "Prices rose if supply fell"),
        ("It is doubtful that the temple was built before 300 BC.", "The temple was built before 300 BC"),
        ("Coffee may raise blood pressure in some adults.", "Coffee always raises blood pressure in adults"),
        ("Sleep predicts memory better than age does.", "Age predicts memory better than sleep does"),
        ("There is little evidence that homework improves grades in primary school.", "There is evidence that homework improves grades in primary school"),
        ("Wolves were seen only in the northern valleys.", "Wolves were seen in the northern and southern valleys"),
        ("The committee did not dispute that the bridge was unsafe.", "The committee disputed that the bridge was unsafe"),
        ("The survey cannot show that training lowers stress.", "The survey shows that training lowers stress"),
        ("The enzyme rarely binds to the receptor.", "The enzyme binds to the receptor"),
        ("The court refused to hear the appeal.", "The court heard the appeal"),
        ("Exports nearly doubled after the treaty.", "Exports doubled after the treaty"),
        ("The fungus kills the beetle within a week.", "The beetle kills the fungus within a week"),
        ("Unless the pump is cooled, the seal breaks.", "If the pump is cooled, the seal breaks"),
        ("The author denies that the letter is genuine.", "The letter is genuine"),
        ("Migration might explain the change in diet.", "Migration explains the change in diet"),
        ("The catalyst ceased to work after ten hours.", "The catalyst worked after ten hours"),
        ("The older model supposedly overestimates rainfall.", "The older model overestimates rainfall"),
        ("Lower interest rates led to higher investment.", "Higher investment led to lower interest rates"),
        ("It is unlikely that the two comets share an origin.", "The two comets share an origin"),
        ("The treaty could reduce emissions by 2030.", "The treaty will reduce emissions by 2030"),
        ("The virus lacks the gene for the protein.", "The virus has the gene for the protein"),
        ("Anna taught Peter to read Greek.", "Peter taught Anna to read Greek"),
        ("The claim that birds navigate by stars is wrong.", "Birds navigate by stars"),
        ("The bacteria failed to grow in acid.", "The bacteria grew in acid"),
        ("The dialect is hardly spoken today.", "The dialect is spoken today"),
        ("The parser was faster than the lexer in each run.", "The lexer was faster than the parser in each run"),
        ("The king killed his brother in 1210.", "His brother killed the king in 1210"),
        ("Almost all stars in the cluster are old.", "All stars in the cluster are old"),
        ("The theory that gold was traded here is mistaken.", "Gold was traded here"),
        ("France exported more wine than Italy.", "Italy exported more wine than France"),
        ("The reform possibly lowered rents.", "The reform lowered rents"),
        ("The claim that optimal play is not selfish is wrong.", "Optimal play is not selfish"),
        ("Rents fell while wages rose in the valley.", "Wages fell while rents rose in the valley"),
        ("The mappings are biasing the fits.", "The mappings do not bias the fits"),
    ],
)  # fmt: skip
def test_a_reversal_a_limit_or_a_role_that_is_lost_makes_another_claim(sentence, claim):
    assert not is_tied(sentence, claim, "en")


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("The committee did not dispute that the bridge was unsafe, but it denied that the city was never told.", "The bridge was unsafe"),
        ("The model, which does not need labels and never sees the test data, outperforms the baseline.", "The model outperforms the baseline"),
        ("The rule did not change, and neither did the share of firms that break it.", "The share of firms that break the rule did not change"),
        ("Not only was the new sensor cheaper, it was never less precise than the old one.", "The new sensor was cheaper"),
        ("No patient died, and no patient had to leave the trial.", "No patient died in the trial"),
        ("The archive holds no letters from 1914, since none were kept, but it holds 300 letters from 1915.", "The archive holds 300 letters from 1915"),
        ("The method does not require a license, nor does it depend on the language of the text.", "The method does not depend on the language of the text"),
        ("Nobody has shown that the two species do not interbreed.", "It has not been shown that the two species do not interbreed"),
        ("The glacier did not advance in any year, not even in the cold years after 1960.", "The glacier did not advance in the cold years after 1960"),
        ("The vaccine failed to protect older patients.", "The vaccine did not protect older patients"),
        ("The dam hardly lowered the level of the river.", "The dam hardly lowered the level of the river"),
        ("Prices rose only if supply fell.", "Prices rose only if supply fell"),
        ("It is doubtful that the temple was built before 300 BC.", "It is doubtful that the temple was built before 300 BC"),
        ("Coffee may raise blood pressure in some adults.", "Coffee may raise the blood pressure of some adults"),
        ("In mice, the drug suppressed the growth of tumours within two weeks.", "The drug suppressed tumour growth in mice within two weeks"),
        ("Sleep predicts memory better than age does.", "Sleep predicts memory better than age"),
        ("No one denies that the ice is thinner, but not everyone agrees why.", "The ice is thinner"),
        ("The king was killed by his brother in 1210.", "The brother of the king killed him in 1210"),
        ("Green tea may lower the risk of stroke.", "The risk of stroke may be lowered by green tea"),
        ("If demand rises, prices follow.", "Prices follow if demand rises"),
        ("We could show that the filter removes lead from water.", "The filter removes lead from water"),
        ("Not only did the fund lose money, it may have to close.", "The fund lost money"),
        ("The farm stopped using pesticides, and yields rose by 5 percent.", "Yields rose by 5 percent"),
        ("We add to work that found selfish play not always optimal by showing that optimal play is often not selfish.", "Optimal play is often not selfish"),
        ("Both runs indicate that the mappings are robust and are not biasing the fits.", "The mappings are robust and do not bias the fits"),
        ("For that reason we did not rely on them for the transformation of graphs.", "They are not relied on for the transformation of graphs"),
        ("The tool is able to finish the assembly in one hour while minimizing the errors of bridges drastically.", "The tool minimizes errors of bridges drastically while finishing the assembly in one hour"),
        ("The first method detected another plasmid which was fractured by the second method.", "A plasmid detected by the first method was fractured by the second method"),
    ],
)  # fmt: skip
def test_what_a_sentence_says_beside_much_that_it_denies_is_tied(sentence, claim):
    assert is_tied(sentence, claim, "en")


@pytest.mark.parametrize(
    ("language", "sentence", "other", "same"),
    [
        ("en", ALONE, "Facts are never filtered through cognition and never encountered alone", "Facts are filtered through cognition and never encountered alone"),
        ("en", ALONE, "Facts are encountered alone and never filtered through cognition", "Facts are never encountered alone and are filtered through our own cognition"),
        ("en", MAYOR, "The mayor signed the law, but the council did not adopt it in May", "The council adopted the law in May, but the mayor did not sign the law"),
        ("en", "The drug lowered pressure but not the pulse of patients.", "The drug did not lower pressure but lowered the pulse of patients", "The drug lowered pressure but did not lower the pulse of patients"),
        ("en", "The theorem holds for finite groups; it fails for infinite groups.", "The theorem fails for finite groups and holds for infinite groups", "The theorem fails for infinite groups and holds for finite groups"),
        ("en", "The bridge survived the flood and the mill did not survive the storm.", "The mill survived the storm, while the bridge did not survive the flood", "The mill did not survive the storm, while the bridge survived the flood"),
        ("en", "The method is fast, accurate and does not need labels.", "The method is not fast and accurate and needs labels", "The method is fast and accurate and does not need labels"),
        ("de", "Die Mieten sanken in der Stadt, auf dem Land sanken sie nicht.", "Die Mieten sanken nicht in der Stadt, auf dem Land sanken sie", "Auf dem Land sanken die Mieten nicht, in der Stadt sanken sie"),
        ("fr", "Les loyers ont baissé en ville et n'ont pas baissé à la campagne.", "Les loyers n'ont pas baissé en ville et ont baissé à la campagne", "Les loyers ont baissé en ville, mais n'ont pas baissé à la campagne"),
    ],
)  # fmt: skip
def test_a_no_belongs_to_its_part_of_the_claim_wherever_that_part_stands(language, sentence, other, same):
    assert not is_tied(sentence, other, language)
    assert is_tied(sentence, same, language)


@pytest.mark.parametrize(
    ("sentence", "claim", "language"),
    [
        (FENCES, "Fences do not hold the sand for longer than one season", "en"),
        (DRUGS, DRUGS, "en"),
        (TRIALS, TRIALS, "en"),
        (TRIALS, "The second trial lowered mortality by 5%", "en"),
        (DOUBT, "The dunes moved faster in strong wind", "en"),
        ("The dunes, which no one had measured before, moved four metres.", "The dunes moved four metres", "en"),
        (MOVED, "In strong wind small dunes moved 4 m", "en"),
        (FUND, "In March the fund lost two million dollars", "en"),
        ("Survey of 1,200 households: owners save energy.", "Owners save energy in a survey of 1200 households", "en"),
        (FORMS, FORMS, "nl"),
    ],
)  # fmt: skip
def test_the_same_in_other_words_is_tied(sentence, claim, language):
    assert is_tied(sentence, claim, language)


@pytest.mark.parametrize(
    ("language", "sentence", "claim"),
    [
        ("de", "Der Impfstoff versagte bei älteren Patienten im Winter.", "Der Impfstoff wirkte bei älteren Patienten im Winter"),
        ("de", "Der Damm senkte den Pegel des Flusses kaum.", "Der Damm senkte den Pegel des Flusses"),
        ("de", "Der Autor bestreitet die Echtheit des Briefes.", "Der Autor belegt die Echtheit des Briefes"),
        ("de", "Das Enzym bindet selten an den Rezeptor.", "Das Enzym bindet an den Rezeptor"),
        ("fr", "Le vaccin a échoué à protéger les patients âgés.", "Le vaccin a protégé les patients âgés"),
        ("fr", "Le barrage n'abaisse guère le niveau de la rivière.", "Le barrage abaisse le niveau de la rivière"),
        ("fr", "L'auteur nie que la lettre soit authentique.", "La lettre est authentique"),
        ("fr", "L'enzyme se lie rarement au récepteur.", "L'enzyme se lie au récepteur"),
        ("fr", "Il est douteux que le temple soit antique.", "Le temple est antique"),
        ("fr", "Le champignon tue le scarabée en une semaine.", "Le scarabée tue le champignon en une semaine"),
        ("es", "La vacuna falló al proteger a los pacientes mayores.", "La vacuna protegió a los pacientes mayores"),
        ("es", "La presa apenas bajó el nivel del río.", "La presa bajó el nivel del río"),
        ("es", "El autor niega que la carta sea auténtica.", "La carta es auténtica"),
        ("es", "La enzima raramente se une al receptor.", "La enzima se une al receptor"),
        ("es", "Es dudoso que el templo sea antiguo.", "El templo es antiguo"),
        ("es", "El hongo mata al escarabajo en una semana.", "El escarabajo mata al hongo en una semana"),
        ("it", "Il vaccino fallisce nel proteggere i pazienti anziani.", "Il vaccino protegge i pazienti anziani"),
        ("it", "La diga abbassò a malapena il livello del fiume.", "La diga abbassò il livello del fiume"),
        ("it", "L'autore nega che la lettera sia autentica.", "La lettera è autentica"),
        ("it", "L'enzima si lega raramente al recettore.", "L'enzima si lega al recettore"),
        ("it", "È dubbio che il tempio sia antico.", "Il tempio è antico"),
        ("it", "Il fungo uccide lo scarabeo in una settimana.", "Lo scarabeo uccide il fungo in una settimana"),
        ("pt", "A vacina falhou em proteger os pacientes idosos.", "A vacina protegeu os pacientes idosos"),
        ("pt", "A barragem dificilmente baixou o nível do rio.", "A barragem baixou o nível do rio"),
        ("pt", "O autor nega que a carta seja autêntica.", "A carta é autêntica"),
        ("pt", "A enzima raramente se liga ao receptor.", "A enzima se liga ao receptor"),
        ("pt", "É duvidoso que o templo seja antigo.", "O templo é antigo"),
        ("pt", "O fungo mata o besouro em uma semana.", "O besouro mata o fungo em uma semana"),
    ],
)  # fmt: skip
def test_a_reversal_or_a_role_that_is_lost_makes_another_claim_in_other_languages(language, sentence, claim):
    assert not is_tied(sentence, claim, language)


@pytest.mark.parametrize(
    ("language", "sentence", "claim"),
    [
        ("de", "Den Käfer tötet der Pilz innerhalb einer Woche.", "Der Pilz tötet den Käfer innerhalb einer Woche"),
        ("de", "Der Damm senkte den Pegel kaum.", "Der Damm senkte den Pegel kaum"),
        ("de", "Der Sensor driftete nicht, aber das Kabel brach.", "Das Kabel brach, aber der Sensor driftete nicht"),
        ("de", "Niemand bestreitet, dass das Eis dünner ist.", "Das Eis ist dünner"),
        ("de", "Der Pilz wird vom Käfer gefressen.", "Der Käfer frisst den Pilz"),
        ("de", "Selten war das Eis so dünn wie im Winter 1990.", "Im Winter 1990 war das Eis so dünn wie selten"),
        ("de", "Es fehlt dem Virus das Gen für das Protein.", "Dem Virus fehlt das Gen für das Protein"),
        ("fr", "Le roi fut tué par son frère en 1210.", "Le frère du roi tua le roi en 1210"),
        ("fr", "Le vaccin a échoué à protéger les patients âgés.", "Le vaccin n'a pas protégé les patients âgés"),
        ("fr", "Le barrage n'a pas échoué à retenir l'eau.", "Le barrage a retenu l'eau"),
        ("fr", "Le filtre élimine le plomb de l'eau du robinet.", "Le filtre élimine le plomb de l'eau"),
        ("fr", "Dans la vallée, le loup chasse le cerf.", "Le loup chasse le cerf dans la vallée"),
        ("es", "El rey fue muerto por su hermano en 1210.", "El hermano del rey lo mató en 1210"),
        ("es", "La vacuna no falló al proteger a los pacientes.", "La vacuna protegió a los pacientes"),
        ("es", "En el valle, el lobo caza al ciervo.", "El lobo caza al ciervo en el valle"),
        ("es", "La presa apenas bajó el nivel del río.", "La presa apenas bajó el nivel del río"),
        ("es", "Por la noche el lobo caza al ciervo por hambre.", "El lobo caza al ciervo por la noche"),
        ("it", "Il re fu ucciso dal fratello nel 1210.", "Il fratello uccise il re nel 1210"),
        ("it", "Il vaccino non fallisce nel proteggere i pazienti.", "Il vaccino protegge i pazienti"),
        ("it", "Nella valle il lupo caccia il cervo.", "Il lupo caccia il cervo nella valle"),
        ("it", "Al virus manca il gene della proteina.", "Al virus manca il gene della proteina"),
        ("pt", "O rei foi morto pelo irmão em 1210.", "O irmão matou o rei em 1210"),
        ("pt", "A vacina não falhou em proteger os pacientes.", "A vacina protegeu os pacientes"),
        ("pt", "No vale, o lobo caça o veado.", "O lobo caça o veado no vale"),
        ("pt", "O vírus carece do gene da proteína.", "O vírus carece do gene da proteína"),
    ],
)  # fmt: skip
def test_what_is_said_in_another_order_or_denied_twice_is_tied_in_other_languages(language, sentence, claim):
    assert is_tied(sentence, claim, language)
