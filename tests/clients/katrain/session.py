"""Mengxi as KaTrain drives it, through KaTrain's own classes without its window.

    HOME=$(mktemp -d) python session.py PROGRAM

Needs the package katrain (pip install katrain==1.20.0). Each step does what the window does: a
game between two of KaTrain's players, the review of that game, pondering, the engine's play
against itself, and KaTrain's other players. The first thing that is not as KaTrain needs it, and
any error in KaTrain's log, ends the script with status 1.
"""

import os
import sys
import tempfile
import time

os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")

from katrain.core.ai import game_report, generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import OUTPUT_ERROR, OUTPUT_INFO
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "mengxi")
PATIENCE = 120
PLAYERS = [
    "ai:policy", "ai:p:weighted", "ai:p:rank", "ai:p:territory", "ai:p:local", "ai:simple",
    "ai:scoreloss", "ai:jigo", "ai:human", "ai:pro",
]


class Anything:
    """Stands for the widgets of the window, and accepts any call."""

    def __getattr__(self, _):
        return self

    def __call__(self, *_args, **_kwargs):
        return self


class KaTrain(KaTrainBase):
    """KaTrain without a window. It keeps the errors in its log."""

    def __init__(self):
        self.errors = []
        super().__init__(force_package_config=True)
        self.controls = Anything()
        self.pondering = False

    def __call__(self, *message):
        self.errors.append(f"message to the window: {message}")

    def log(self, message, level=OUTPUT_INFO):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def update_state(self, **_kwargs):
        pass


def wait(what, condition):
    """Waits for a condition and returns the seconds that it took."""
    start = time.time()
    while not condition():
        assert time.time() - start < PATIENCE, f"waited in vain for {what}"
        time.sleep(0.005)
    return time.time() - start


def step(text):
    assert not katrain.errors, katrain.errors
    print(text, flush=True)


def settings(player):
    return katrain.config(f"ai/{player}", {})


def new_game(size, rules):
    engine.on_new_game()
    katrain.game = Game(katrain, engine, game_properties={"SZ": size, "KM": 6.5, "RU": rules})
    wait("the first analysis", lambda: katrain.game.root.analysis_complete)
    return katrain.game


katrain = KaTrain()
config = dict(katrain.config("engine"))
config.update(
    backend="local", katago=PROGRAM, model=__file__, config=__file__, humanlike_model="",
    max_visits=300, fast_visits=50,
)
engine = KataGoEngine(katrain, config)
assert engine.check_alive(), "the engine does not start"

for rules in ["japanese", "chinese"]:
    game = new_game(9, rules)
    moves = 0
    while not game.end_result:
        generate_ai_move(game, "ai:default", settings("ai:default"))
        moves += 1
        assert moves < 200, f"no end: {game.current_node}"
    result = " ".join(game.end_result.split())
    step(f"a game under {rules} rules: {moves} moves, {result}")

wait("the end of the analysis", engine.is_idle)
game.analyze_extra("game", visits=400)
seconds = wait("the review", engine.is_idle)
nodes = list(game.root.nodes_in_tree)
assert all(node.analysis_complete and node.root_visits >= 400 for node in nodes)
assert all(len(node.policy) == 82 and len(node.ownership) == 81 for node in nodes)
thresholds = katrain.config("trainer/eval_thresholds")
report = game_report(game, thresholds)
assert report[0]["B"] and report[0]["W"], report
step(f"its review: {len(nodes)} positions in {seconds:.1f} s")

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "game.sgf")
    trainer = dict(katrain.config("trainer"), save_analysis=True)
    game.write_sgf(path, trainer)
    with open(path, encoding="utf-8") as file:
        assert "KT[" in file.read(), "no analysis in the record"
step("its record with analysis")

game = new_game(19, "japanese")
before = game.current_node.root_visits
game.analyze_extra("ponder")
wait("pondering", lambda: game.current_node.root_visits > 2 * before)
start = time.time()
game.analyze_extra("stop")
wait("the end of pondering", engine.is_idle)
step(f"pondering, ended within {time.time() - start:.2f} s")

for mode in ["extra", "alternative", "equalize", "sweep"]:
    game = new_game(9, "chinese")
    game.analyze_extra(mode)
    wait(mode, engine.is_idle)
step("extra analysis, alternatives, equal visits and a sweep")

game = new_game(9, "chinese")
game.selfplay(10, target_b_advantage=5)
wait("play against itself", lambda: game.current_node.depth == 10)
game.selfplay("end")
wait("play against itself to the end", lambda: engine.is_idle() and len(list(game.root.nodes_in_tree)) > 25)
step("the engine against itself, to a position and on to the end")

game = new_game(19, "japanese")
for player in PLAYERS:
    for _ in range(2):
        _, node = generate_ai_move(game, player, settings(player))
        assert node, f"{player} does not move"
    step(f"{player}: {node.parent.move.gtp()} and {node.move.gtp()}")

process = engine.katago_process
start = time.time()
engine.shutdown()
wait("the end", lambda: process.poll() is not None)
step(f"the end, within {time.time() - start:.2f} s")
