"""A fiftieth set, by the author of the forty-ninth before what that one had shown was mended.

Brazilian politics (`galileukim/dissertation@d705e09`), Chicago and its land
(`fgregg/business-ecology-bibliography@ef81088`), droughts, some under titles in Spanish
(`AnalizaSaberes/SequiaPeru@9b6fdc4`), Higgs bosons (`panManfredini/Tesi2@a29632e`), tolerance at school
(`Kevin-carrasco/aceptar-diferencia@bda90fc`), operators (`GalAntonGorse/Magistrska-naloga@4bff3fd`), siphonophores
(`dunnlab/tentilla_morph@7a67aba`), centrifuges (`AstroMatt/astronaut-training-pl@d5a63c4`) and revivals
(`samuelrbarbosa/historybib@d7b715c`).  The notices are made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("dovecote.jsonl", {"baldassarri_diversity_2020": "concern", "mapstone2014global": "retracted"})
