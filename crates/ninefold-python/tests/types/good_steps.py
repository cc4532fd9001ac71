import ninefold

puzzle = ninefold.generate(level="hard", symmetry="half-turn", method="dig", seed=7)
explanation = puzzle.explain()
names: list[str] = [step.technique for step in explanation[:3]]
level: ninefold.Step = explanation[-1]
print(names, level.level, explanation.to_dict()["rating"], puzzle.check().verdict == "unique")
