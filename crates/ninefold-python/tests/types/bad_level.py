import ninefold

ninefold.generate(level="expert")  # error: "expert"
