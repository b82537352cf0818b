"""Four invented findings, each in its own language, with what a source says of them and what it does not."""

from __future__ import annotations

from attacked_papers import Topic

TOPICS = {
    "lanes": Topic(
        "New bicycle lanes increase the sales of shops along the street",
        "New bicycle lanes decrease the sales of shops along the street",
        "Shops along the street with new bicycle lanes sold 7 per cent more than before.",
        (
            "We visited 90 shops in two streets for a year. New lanes were painted in one street in spring.",
            "The weather was kind to bicycle traffic and to shops. A longer study would look at other streets.",
        ),
        (
            "New bicycle lanes lower the noise in front of shops along the street",
            "New bicycle lanes raise the noise in front of shops along the street",
            "New bicycle lanes attract younger owners to shops along the street",
        ),
    ),
    "kompost": Topic(
        "Kompost lässt Bohnen auf städtischen Beeten höher wachsen",
        "Kompost lässt Bohnen auf städtischen Beeten niedriger wachsen",
        "Auf Beeten mit Kompost wuchsen die Bohnen 12 cm höher als auf Beeten ohne Kompost.",
        (
            "Wir legten vierzig städtische Beete an und säten Bohnen. Jede Woche wurde im Hof gemessen.",
            "Das Wetter war für Bohnen günstig und der Kompost trocken. Weitere Beete wären zu prüfen.",
        ),
        (
            "Kompost lässt Bohnen auf städtischen Beeten früher blühen",
            "Kompost lässt Bohnen auf städtischen Beeten später blühen",
            "Kompost lässt Bohnen auf städtischen Beeten süßer schmecken",
        ),
    ),
    "musique": Topic(
        "La musique augmente la production de lait des vaches de montagne",
        "La musique diminue la production de lait des vaches de montagne",
        "Les vaches de montagne qui entendaient de la musique ont donné 3 litres de lait de plus par semaine.",
        (
            "Nous avons suivi trente vaches de deux fermes de montagne. La musique venait d'une radio.",
            "Le temps était doux pour les vaches et la musique peu forte. D'autres fermes restent à visiter.",
        ),
        (
            "La musique raccourcit le sommeil des vaches de montagne",
            "La musique allonge le sommeil des vaches de montagne",
            "La musique attire les mouches des vaches de montagne",
        ),
    ),
    "sombra": Topic(
        "La sombra reduce la cosecha de los cafetos de altura",
        "La sombra aumenta la cosecha de los cafetos de altura",
        "Los cafetos de altura bajo sombra dieron una cosecha un 15 por ciento menor que los cafetos al sol.",
        (
            "Seguimos doscientos cafetos de tres fincas. La sombra venía de árboles de altura media.",
            "El tiempo fue bueno para los cafetos y la sombra igual. Otras fincas quedan por visitar.",
        ),
        (
            "La sombra retrasa la floración de los cafetos de altura",
            "La sombra adelanta la floración de los cafetos de altura",
            "La sombra endurece la corteza de los cafetos de altura",
        ),
    ),
}
