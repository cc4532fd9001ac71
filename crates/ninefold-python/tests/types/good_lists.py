import ninefold

answer: dict[str, list[object]] = ninefold.solve_many(["1.34341221434321", "................"])
print(answer["solution"], ninefold.count_many([ninefold.Puzzle("1.34341221434321")], limit=2)["count"])
