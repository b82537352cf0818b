"""The score as the paper has it (arXiv:2603.23526, appendix C), written down a second time: slow, and from the equations alone."""

import itertools
import math

import networkx as nx

QUALITY = {
    "hypothesis": [0.50, 0.50, 0, 0, 0, 0],
    "conclusion": [0.60, 0.40, 0, 0, 0, 0],
    "claim": [0.45, 0.35, 0.20, 0, 0, 0],
    "evidence": [0.20, 0, 0.50, 0, 0, 0.30],
    "method": [0.10, 0, 0, 0.60, 0.30, 0],
    "result": [0.40, 0.30, 0.30, 0, 0, 0],
    "assumption": [0.60, 0.40, 0, 0, 0, 0],
    "counterevidence": [0.20, 0, 0.50, 0, 0, 0.30],
    "limitation": [0.50, 0.50, 0, 0, 0, 0],
    "context": [0.40, 0.60, 0, 0, 0, 0],
}
PRIOR = """hypothesis claim .75|hypothesis evidence .75|hypothesis method .5|hypothesis result .25|hypothesis conclusion .25
evidence result 1|evidence claim .5|evidence conclusion .75|method result .75|method evidence .5|result conclusion .75
claim conclusion .5|claim evidence .5|context claim .5|assumption claim .5|assumption method .5|counterevidence claim .75
counterevidence conclusion .75"""
PRIORS = {tuple(row.split()[:2]): float(row.split()[2]) for row in PRIOR.replace("\n", "|").split("|")}
NAMES = {"cred": 0, "rel": 1, "evid": 2, "rigor": 3, "repr": 4, "cite": 5}
SYNERGY = {
    ("evidence", "claim"): ("evid:.5 cite:.3 cred:.2", "cred:.6 rel:.4"),
    ("evidence", "result"): ("evid:.5 cite:.3 cred:.2", "cred:.5 rel:.5"),
    ("evidence", "conclusion"): ("evid:.5 cite:.4 cred:.1", "cred:.7 rel:.3"),
    ("method", "result"): ("rigor:.6 repr:.3 cred:.1", "cred:.6 rel:.4"),
    ("hypothesis", "claim"): ("cred:.3 rel:.7", "cred:.6 rel:.4"),
    ("hypothesis", "evidence"): ("cred:.4 rel:.6", "cred:.5 rel:.5"),
    ("claim", "conclusion"): ("cred:.6 rel:.4", "cred:.7 rel:.3"),
}


def clip(x):
    return max(0.0, min(1.0, x))


def mix(metrics, words):
    weights = {NAMES[w.split(":")[0]]: float(w.split(":")[1]) for w in words.split()}
    return sum(w * metrics[k] for k, w in weights.items()) / (sum(weights.values()) + 1e-12)


def overlap(first, second):
    a, b = set(first.split()), set(second.split())
    return len(a & b) / len(a | b) if a | b else 0.0


def plain_score(nodes, edges, how):
    """Score ``{id: (role, text, metrics)}`` with all metrics known; returns value, six components, trust, confidences."""
    agg, alpha, eta, beta, lam = how.aggregation, how.alpha, how.eta, how.beta, how.damping
    q = {}
    for v, (role, _, m) in nodes.items():
        w = QUALITY[role]
        q[v] = clip(sum(a * b for a, b in zip(w, m, strict=False)) / (sum(w) + 1e-12))
    raw = {}
    for u, v in edges:
        (ru, tu, mu), (rv, tv, mv) = nodes[u], nodes[v]
        if (ru, rv) in SYNERGY:
            a, b = SYNERGY[ru, rv]
            s = clip(0.5 * mix(mu, a) + 0.5 * mix(mv, b))
        else:
            s = 0.5 * sum(mu) / 6 + 0.5 * sum(mv) / 6
        raw[u, v] = clip(
            0.3 * PRIORS.get((ru, rv), 0.5) + 0.2 * q[u] + 0.2 * q[v] + 0.1 * overlap(tu, tv) + 0.2 * s
        )
    graph = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    t = {}
    for v in nx.topological_sort(graph):
        z = [max(1e-6, t[u]) ** max(alpha, 0) * raw[u, v] for u in graph.predecessors(v)]
        if not z or not how.enabled:
            t[v] = q[v]
            continue
        lo, hi, mean = min(z), max(z), sum(z) / len(z)
        if agg == "min":
            a = lo
        elif agg == "mean":
            a = mean
        elif agg == "dampmin":
            a = (1 - lam) * lo + lam * mean
        elif hi - lo <= 1e-12 or beta <= 0:
            a = mean
        else:
            w = [math.exp(-beta * (x - lo) / (hi - lo)) for x in z]
            a = sum(x * y for x, y in zip(w, z, strict=False)) / sum(w)
        t[v] = clip(q[v] * a)
    c = {
        (u, v): clip(r * (eta + (1 - eta) * t[u] ** max(alpha, 0))) if how.enabled else r
        for (u, v), r in raw.items()
    }
    six = components(graph, nodes, c)
    weights = [0.25, 0.25, 0.15, -0.15, 0.10, 0.10]
    total = sum(a * b for a, b in zip(weights, six, strict=False))
    unit = clip((total - -0.15) / (0.85 - -0.15 + 1e-12))
    return 1e-9 + (1 - 2e-9) * unit, six, t, c


def components(graph, nodes, c):
    hypotheses = [v for v in nodes if nodes[v][0] == "hypothesis"]
    conclusions = [v for v in nodes if nodes[v][0] == "conclusion"]
    paths = [
        path
        for h, k in itertools.product(hypotheses, conclusions)
        for path in nx.all_simple_paths(graph, h, k)
    ]
    if not paths:
        return [0.0] * 6
    bridge = {v for path in paths for v in path}
    inner = graph.subgraph(bridge)
    product = {tuple(path): math.prod(c[e] for e in itertools.pairwise(path)) for path in paths}
    most = max(product.values())
    means = {product[p] ** (1 / (len(p) - 1)) for p in product if product[p] >= most * (1 - 1e-12)}
    flow = nx.DiGraph()
    for u, v in inner.edges:
        flow.add_edge(u, v, one=1, doubt=max(1e-6, 1 - c[u, v]))
    for h in set(hypotheses) & bridge:
        flow.add_edge("source of all", h)
    for k in set(conclusions) & bridge:
        flow.add_edge(k, "sink of all")
    ends = ("source of all", "sink of all")
    algorithm = nx.algorithms.flow.edmonds_karp
    roles = {nodes[v][0] for v in bridge}
    return [
        len(bridge) / len(nodes),
        max(means) if len(means) == 1 else sorted(means),
        min(nx.maximum_flow_value(flow, *ends, capacity="one", flow_func=algorithm) / 3, 1),
        nx.maximum_flow_value(flow, *ends, capacity="doubt", flow_func=algorithm) / inner.number_of_edges(),
        sum(PRIORS.get((nodes[u][0], nodes[v][0]), 0.5) >= 0.5 for u, v in inner.edges)
        / inner.number_of_edges(),
        len(roles & {"evidence", "method", "result"}) / 3,
    ]
